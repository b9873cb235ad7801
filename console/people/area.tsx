import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { JoinPage } from './join-page.tsx'
import { PeoplePage } from './people-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={PeoplePage} />
    <Route path="/join" component={JoinPage} />
    <Route default component={NotFound} />
  </Router>
)
