import type { IconName } from '@signet/ui'
import type { ComponentType } from 'preact'

/** The groups of the navigation, in their order. Listed areas without a group come first. */
export const AREA_GROUPS = ['Build', 'Prove', 'Operate', 'Account'] as const

export interface Area {
  readonly path: string
  readonly title: string
  readonly group?: (typeof AREA_GROUPS)[number]
  readonly icon: IconName
  readonly load: () => Promise<{ readonly Area: ComponentType }>
  /** Available without signing in. */
  readonly isPublic?: true
  /** Not shown in the navigation and the palette. */
  readonly isUnlisted?: true
}

/** Areas in the order of the navigation. To add one, see docs/console.md. */
export const AREAS: readonly Area[] = [
  { path: '/', title: 'Overview', icon: 'overview', load: () => import('./overview/area.tsx') },
  { path: '/images', title: 'Images', group: 'Build', icon: 'image', load: () => import('./images/area.tsx') },
  { path: '/flags', title: 'Flags', group: 'Build', icon: 'flag', load: () => import('./flags/area.tsx') },
  { path: '/archive', title: 'Archive', group: 'Build', icon: 'archive', load: () => import('./archive/area.tsx') },
  { path: '/flows', title: 'Flows', group: 'Build', icon: 'flow', load: () => import('./flows/area.tsx') },
  { path: '/evidence', title: 'Evidence', group: 'Prove', icon: 'evidence', load: () => import('./evidence/area.tsx') },
  { path: '/trust-pages', title: 'Trust pages', group: 'Prove', icon: 'trust', load: () => import('./trust/area.tsx') },
  // Listed before `/receipts`, because the first matching area is used. Receipts can be verified without an account.
  {
    path: '/receipts/check',
    title: 'Receipt check',
    icon: 'receipt',
    load: () => import('./receipt-check/area.tsx'),
    isPublic: true,
    isUnlisted: true,
  },
  { path: '/receipts', title: 'Receipts', group: 'Prove', icon: 'receipt', load: () => import('./receipts/area.tsx') },
  { path: '/readings', title: 'Readings', group: 'Prove', icon: 'reading', load: () => import('./readings/area.tsx') },
  { path: '/observe', title: 'Observe', group: 'Operate', icon: 'observe', load: () => import('./observe/area.tsx') },
  {
    path: '/mentions',
    title: 'Mentions',
    group: 'Operate',
    icon: 'mention',
    load: () => import('./mentions/area.tsx'),
  },
  {
    path: '/consultations',
    title: 'Consultations',
    group: 'Operate',
    icon: 'consultation',
    load: () => import('./consultations/area.tsx'),
  },
  { path: '/keys', title: 'API keys', group: 'Account', icon: 'key', load: () => import('./keys/area.tsx') },
  {
    path: '/agents',
    title: 'Connected agents',
    group: 'Account',
    icon: 'agent',
    load: () => import('./agents/area.tsx'),
  },
  { path: '/people', title: 'Members', group: 'Account', icon: 'people', load: () => import('./people/area.tsx') },
  { path: '/billing', title: 'Billing', group: 'Account', icon: 'billing', load: () => import('./billing/area.tsx') },
  { path: '/account', title: 'Account', group: 'Account', icon: 'account', load: () => import('./account/area.tsx') },
  {
    path: '/docs',
    title: 'API reference',
    group: 'Account',
    icon: 'documents',
    load: () => import('./documents/area.tsx'),
    isPublic: true,
  },
  {
    path: '/stories',
    title: 'Components',
    icon: 'info',
    load: () => import('./stories/area.tsx'),
    isPublic: true,
    isUnlisted: true,
  },
]
