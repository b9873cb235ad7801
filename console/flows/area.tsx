import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { FlowPage } from './flow-page.tsx'
import './flows.css'
import { ListPage } from './list-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={ListPage} />
    <Route path="/:id" component={FlowPage} />
    <Route default component={NotFound} />
  </Router>
)
