import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { KeyPage } from './key-page.tsx'
import { NewKeyPage } from './new-key-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={KeyPage} />
    <Route path="/new" component={NewKeyPage} />
    <Route default component={NotFound} />
  </Router>
)
