import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { KeysPage } from './keys-page.tsx'
import { NewKeyPage } from './new-key-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={KeysPage} />
    <Route path="/new" component={NewKeyPage} />
    <Route default component={NotFound} />
  </Router>
)
