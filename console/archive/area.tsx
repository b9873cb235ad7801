import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import './archive.css'
import { AskPage } from './ask-page.tsx'
import { ConversationPage } from './conversation-page.tsx'
import { ImportsPage } from './imports-page.tsx'
import { NotebookPage } from './notebook-page.tsx'
import { NotebooksPage } from './notebooks-page.tsx'
import { SearchPage } from './search-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={ImportsPage} />
    <Route path="/imports" component={ImportsPage} />
    <Route path="/search" component={SearchPage} />
    <Route path="/ask" component={AskPage} />
    <Route path="/notebooks" component={NotebooksPage} />
    <Route path="/notebooks/:id" component={NotebookPage} />
    <Route path="/conversations/:id" component={ConversationPage} />
    <Route default component={NotFound} />
  </Router>
)
