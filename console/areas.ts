import type { IconName } from '@signet/ui'
import type { ComponentType } from 'preact'

export interface Area {
  readonly path: string
  readonly title: string
  readonly icon: IconName
  readonly load: () => Promise<{ readonly Area: ComponentType }>
  readonly isOpen?: true
  readonly isUnlisted?: true
}

/** The areas in the order of the navigation: a new one is a folder and a line here (docs/console.md). */
export const AREAS: readonly Area[] = [
  { path: '/', title: 'Overview', icon: 'overview', load: () => import('./overview/area.tsx') },
  { path: '/images', title: 'Images', icon: 'image', load: () => import('./images/area.tsx') },
  { path: '/flags', title: 'Flags', icon: 'flag', load: () => import('./flags/area.tsx') },
  { path: '/archive', title: 'Archive', icon: 'archive', load: () => import('./archive/area.tsx') },
  { path: '/evidence', title: 'Evidence', icon: 'evidence', load: () => import('./evidence/area.tsx') },
  { path: '/trust-pages', title: 'Trust', icon: 'trust', load: () => import('./trust/area.tsx') },
  { path: '/readings', title: 'Readings', icon: 'reading', load: () => import('./readings/area.tsx') },
  { path: '/flows', title: 'Flows', icon: 'flow', load: () => import('./flows/area.tsx') },
  {
    path: '/consultations',
    title: 'Consultations',
    icon: 'consultation',
    load: () => import('./consultations/area.tsx'),
  },
  // Before its area: whoever was given a receipt checks it without an account.
  {
    path: '/receipts/check',
    title: 'Check a receipt',
    icon: 'receipt',
    load: () => import('./receipt-check/area.tsx'),
    isOpen: true,
    isUnlisted: true,
  },
  { path: '/receipts', title: 'Receipts', icon: 'receipt', load: () => import('./receipts/area.tsx') },
  { path: '/observe', title: 'Observe', icon: 'observe', load: () => import('./observe/area.tsx') },
  { path: '/mentions', title: 'Mentions', icon: 'mention', load: () => import('./mentions/area.tsx') },
  { path: '/keys', title: 'Keys', icon: 'key', load: () => import('./keys/area.tsx') },
  { path: '/agents', title: 'Agents', icon: 'agent', load: () => import('./agents/area.tsx') },
  { path: '/people', title: 'People', icon: 'people', load: () => import('./people/area.tsx') },
  { path: '/billing', title: 'Billing', icon: 'billing', load: () => import('./billing/area.tsx') },
  { path: '/account', title: 'Account', icon: 'account', load: () => import('./account/area.tsx') },
  { path: '/docs', title: 'API', icon: 'documents', load: () => import('./documents/area.tsx'), isOpen: true },
  {
    path: '/stories',
    title: 'Components',
    icon: 'info',
    load: () => import('./stories/area.tsx'),
    isOpen: true,
    isUnlisted: true,
  },
]
