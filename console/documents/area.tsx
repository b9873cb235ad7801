import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { ApiPage } from './api-page.tsx'
import './documents.css'
import { StartPage } from './start-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={StartPage} />
    <Route path="/:api" component={ApiPage} />
    <Route path="/:api/:operation" component={ApiPage} />
    <Route default component={NotFound} />
  </Router>
)
