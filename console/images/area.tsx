import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { GalleryPage } from './gallery-page.tsx'
import './images.css'
import { JobPage } from './job-page.tsx'
import { PlaygroundPage } from './playground-page.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={PlaygroundPage} />
    <Route path="/gallery" component={GalleryPage} />
    <Route path="/webhooks" component={WebhooksPage} />
    <Route path="/:id" component={JobPage} />
    <Route default component={NotFound} />
  </Router>
)
