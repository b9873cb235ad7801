import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { AskPage } from './ask-page.tsx'
import { SignalsPage } from './signals-page.tsx'
import './consultations.css'
import { MemoryPage } from './memory-page.tsx'
import { RunPage } from './run-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={AskPage} />
    <Route path="/begin" component={SignalsPage} />
    <Route path="/memory" component={MemoryPage} />
    <Route path="/:hash" component={RunPage} />
    <Route default component={NotFound} />
  </Router>
)
