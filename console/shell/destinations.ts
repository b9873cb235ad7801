import { AREAS } from '../areas.ts'
import { useOwn } from '../session/queries.ts'
import type { Destination } from './own-destinations.ts'

const PAGES: readonly Destination[] = [
  ...AREAS.filter(({ isUnlisted }) => !isUnlisted).map(({ title, path }) => ({
    label: title,
    kind: 'Page',
    value: path,
  })),
  { label: 'New key', kind: 'Action', value: '/keys/new' },
  { label: 'New monitor', kind: 'Action', value: '/mentions/new' },
  { label: 'Gallery', kind: 'Page', value: '/images/gallery' },
  { label: 'Search the archive', kind: 'Action', value: '/archive/search' },
  { label: 'Ask the archive', kind: 'Action', value: '/archive/ask' },
  { label: 'Notebooks', kind: 'Page', value: '/archive/notebooks' },
  { label: 'Library of evidence', kind: 'Page', value: '/evidence/library' },
  { label: 'New asset of evidence', kind: 'Action', value: '/evidence/library/new' },
  { label: 'Attest a text', kind: 'Action', value: '/evidence/attest' },
  { label: 'New flow', kind: 'Action', value: '/flows' },
  { label: 'Ask a role', kind: 'Action', value: '/consultations' },
  { label: 'Begin where nothing is known', kind: 'Action', value: '/consultations/begin' },
  { label: 'What roles remember', kind: 'Page', value: '/consultations/memory' },
  { label: 'Traces of workers', kind: 'Page', value: '/observe/traces' },
  { label: 'New rule on telemetry', kind: 'Action', value: '/observe/alerts/rules/new' },
  { label: 'New objective', kind: 'Action', value: '/observe/alerts/objectives/new' },
  { label: 'Check a receipt', kind: 'Action', value: '/receipts/check' },
]

/** The clients of the services are no part of the palette: pages are found without them. */
const loadOwn = () => import('./own-destinations.ts')

export const useDestinations = (): readonly Destination[] => {
  const { data: flags = [] } = useOwn((organization) => ({
    queryKey: ['flags', organization, 'palette'],
    queryFn: async ({ signal }) => (await loadOwn()).flagDestinations(signal),
  }))
  const { data: images = [] } = useOwn((organization) => ({
    queryKey: ['images', organization, 'palette'],
    queryFn: async ({ signal }) => (await loadOwn()).imageDestinations(signal),
  }))
  const { data: receipts = [] } = useOwn((organization) => ({
    queryKey: ['receipts', organization, 'palette'],
    queryFn: async ({ signal }) => (await loadOwn()).receiptDestinations(signal),
  }))
  const { data: flows = [] } = useOwn((organization) => ({
    queryKey: ['flows', organization, 'palette'],
    queryFn: async ({ signal }) => (await loadOwn()).flowDestinations(organization, signal),
  }))
  return [...PAGES, ...flags, ...images, ...flows, ...receipts]
}
