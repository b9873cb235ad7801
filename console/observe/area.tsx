import './observe.css'
import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { LogsPage } from './logs-page.tsx'
import { NewObjectivePage, ObjectivePage } from './objective-page.tsx'
import { ObjectivesPage } from './objectives-page.tsx'
import { NewRulePage, RulePage } from './rule-page.tsx'
import { RulesPage } from './rules-page.tsx'
import { InternalTracePage, SignetPage } from './signet-page.tsx'
import { TracePage, TracesPage } from './traces-page.tsx'
import { WorkersPage } from './workers-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={WorkersPage} />
    <Route path="/traces" component={TracesPage} />
    <Route path="/traces/:id" component={TracePage} />
    <Route path="/logs" component={LogsPage} />
    <Route path="/alerts" component={AlertsPage} />
    <Route path="/alerts/rules" component={RulesPage} />
    <Route path="/alerts/rules/new" component={NewRulePage} />
    <Route path="/alerts/rules/:id" component={RulePage} />
    <Route path="/alerts/objectives" component={ObjectivesPage} />
    <Route path="/alerts/objectives/new" component={NewObjectivePage} />
    <Route path="/alerts/objectives/:id" component={ObjectivePage} />
    <Route path="/signet" component={SignetPage} />
    <Route path="/signet/:id" component={InternalTracePage} />
    <Route default component={NotFound} />
  </Router>
)
