import { lazy, Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { PagesPage } from './pages-page.tsx'
import './trust.css'

// Loaded on demand, because the builder does not need the intake rules.
const BuilderPage = lazy(() => import('./builder-page.tsx').then((module) => module.BuilderPage))
const IntakesPage = lazy(() => import('./intakes-page.tsx').then((module) => module.IntakesPage))
const DraftPage = lazy(() => import('./draft-page.tsx').then((module) => module.DraftPage))
const IntakePage = lazy(() => import('./intake-page.tsx').then((module) => module.IntakePage))
const RequestsPage = lazy(() => import('./requests-page.tsx').then((module) => module.RequestsPage))
const ReadersPage = lazy(() => import('./readers-page.tsx').then((module) => module.ReadersPage))
const SettingsPage = lazy(() => import('./settings-page.tsx').then((module) => module.SettingsPage))

export const Area = () => (
  <Router>
    <Route path="/" component={PagesPage} />
    <Route path="/pages/:slug" component={BuilderPage} />
    <Route path="/intakes" component={IntakesPage} />
    <Route path="/intakes/new" component={DraftPage} />
    <Route path="/intakes/:hash" component={IntakePage} />
    <Route path="/requests" component={RequestsPage} />
    <Route path="/readers" component={ReadersPage} />
    <Route path="/settings" component={SettingsPage} />
    <Route default component={NotFound} />
  </Router>
)
