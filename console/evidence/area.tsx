import { lazy, Route, Router } from 'preact-iso'
import { NotFound } from '../session/not-found.tsx'
import { AssetPage } from './asset-page.tsx'
import { EditorPage } from './editor-page.tsx'
import './evidence.css'
import { HistoryPage } from './history-page.tsx'
import { LibraryPage } from './library-page.tsx'
import { NewAssetPage } from './new-asset-page.tsx'

// Loaded on demand, so that the editor and the library open faster.
const AttestPage = lazy(() => import('./attest-page.tsx').then((module) => module.AttestPage))
const AttestationPage = lazy(() => import('./attestation-page.tsx').then((module) => module.AttestationPage))
const ImportPage = lazy(() => import('./import-page.tsx').then((module) => module.ImportPage))

export const Area = () => (
  <Router>
    <Route path="/" component={EditorPage} />
    <Route path="/attest" component={AttestPage} />
    <Route path="/attestations/:hash" component={AttestationPage} />
    <Route path="/library" component={LibraryPage} />
    <Route path="/library/new" component={NewAssetPage} />
    <Route path="/library/import" component={ImportPage} />
    <Route path="/library/:id" component={AssetPage} />
    <Route path="/history" component={HistoryPage} />
    <Route default component={NotFound} />
  </Router>
)
