import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { EditMonitorPage } from './edit-monitor-page.tsx'
import { MonitorPage } from './monitor-page.tsx'
import { MonitorsPage } from './monitors-page.tsx'
import { NewMonitorPage } from './new-monitor-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={MonitorsPage} />
    <Route path="/new" component={NewMonitorPage} />
    <Route path="/:tenantId" component={MonitorPage} />
    <Route path="/:tenantId/edit" component={EditMonitorPage} />
    <Route default component={NotFound} />
  </Router>
)
