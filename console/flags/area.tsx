import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { AuditPage } from './audit-page.tsx'
import { FlagListPage } from './flag-list-page.tsx'
import { FlagPage } from './flag-page.tsx'
import { NewFlagPage } from './new-flag-page.tsx'
import { SegmentsPage } from './segments-page.tsx'
import './flags.css'

export const Area = () => (
  <Router>
    <Route path="/" component={FlagListPage} />
    <Route path="/new" component={NewFlagPage} />
    <Route path="/segments" component={SegmentsPage} />
    <Route path="/audit" component={AuditPage} />
    <Route path="/:key" component={FlagPage} />
    <Route default component={NotFound} />
  </Router>
)
