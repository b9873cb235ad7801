import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { ListPage } from './list-page.tsx'
import { ReceiptPage } from './receipt-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={ListPage} />
    <Route path="/:hash" component={ReceiptPage} />
    <Route default component={NotFound} />
  </Router>
)
