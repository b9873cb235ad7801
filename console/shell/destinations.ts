import { AREAS } from '../areas.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import type { Destination } from './data-destinations.ts'

const PAGES: readonly Destination[] = [
  ...AREAS.filter(({ isUnlisted }) => !isUnlisted).map(({ title, path }) => ({
    label: title,
    kind: 'Page',
    value: path,
  })),
  { label: 'Create API key', kind: 'Action', value: '/keys/new' },
  { label: 'Create monitor', kind: 'Action', value: '/mentions/new' },
  { label: 'Gallery', kind: 'Page', value: '/images/gallery' },
  { label: 'Search the archive', kind: 'Action', value: '/archive/search' },
  { label: 'Ask the archive', kind: 'Action', value: '/archive/ask' },
  { label: 'Notebooks', kind: 'Page', value: '/archive/notebooks' },
  { label: 'Evidence library', kind: 'Page', value: '/evidence/library' },
  { label: 'Create evidence asset', kind: 'Action', value: '/evidence/library/new' },
  { label: 'Attest a text', kind: 'Action', value: '/evidence/attest' },
  { label: 'Create flow', kind: 'Action', value: '/flows' },
  { label: 'Ask a role', kind: 'Action', value: '/consultations' },
  { label: 'Analyze signals', kind: 'Action', value: '/consultations/begin' },
  { label: 'Role memory', kind: 'Page', value: '/consultations/memory' },
  { label: 'Traces', kind: 'Page', value: '/observe/traces' },
  { label: 'Create alert rule', kind: 'Action', value: '/observe/alerts/rules/new' },
  { label: 'Create objective', kind: 'Action', value: '/observe/alerts/objectives/new' },
  { label: 'Verify receipt', kind: 'Action', value: '/receipts/check' },
]

/** Loaded on demand, so that the palette lists pages before the API clients have loaded. */
const loadDataDestinations = () => import('./data-destinations.ts')

export const useDestinations = (): readonly Destination[] => {
  const { data: flags = [] } = useOrganizationQuery((organization) => ({
    queryKey: ['flags', organization, 'palette'],
    queryFn: async ({ signal }) => (await loadDataDestinations()).flagDestinations(signal),
  }))
  const { data: images = [] } = useOrganizationQuery((organization) => ({
    queryKey: ['images', organization, 'palette'],
    queryFn: async ({ signal }) => (await loadDataDestinations()).imageDestinations(signal),
  }))
  const { data: receipts = [] } = useOrganizationQuery((organization) => ({
    queryKey: ['receipts', organization, 'palette'],
    queryFn: async ({ signal }) => (await loadDataDestinations()).receiptDestinations(signal),
  }))
  const { data: flows = [] } = useOrganizationQuery((organization) => ({
    queryKey: ['flows', organization, 'palette'],
    queryFn: async ({ signal }) => (await loadDataDestinations()).flowDestinations(organization, signal),
  }))
  return [...PAGES, ...flags, ...images, ...flows, ...receipts]
}
