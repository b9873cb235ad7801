import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { EditorPage } from './editor-page.tsx'
import './evidence.css'
import { HistoryPage } from './history-page.tsx'

/** Texts are checked by policies, revised with assets of a library, and attested. */
export const Area = () => (
  <Router>
    <Route path="/" component={EditorPage} />
    <Route path="/history" component={HistoryPage} />
    <Route default component={NotFound} />
  </Router>
)
