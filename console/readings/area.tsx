import { Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { DeckPage } from './deck-page.tsx'
import { DecksPage } from './decks-page.tsx'
import { NewDeckPage } from './new-deck-page.tsx'
import { NewReadingPage } from './new-reading-page.tsx'
import { SavedReadingPage } from './saved-reading-page.tsx'
import { SavedReadingsPage } from './saved-readings-page.tsx'

export const Area = () => (
  <Router>
    <Route path="/" component={NewReadingPage} />
    <Route path="/saved" component={SavedReadingsPage} />
    <Route path="/saved/:hash" component={SavedReadingPage} />
    <Route path="/decks" component={DecksPage} />
    <Route path="/decks/new" component={NewDeckPage} />
    <Route path="/decks/:slug" component={DeckPage} />
    <Route default component={NotFound} />
  </Router>
)
