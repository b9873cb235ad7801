import type { ScopeDefinition } from '@signet/contracts'

/** Rights of a credential in an archive; each includes those before it (spec supporting-services 5). */
export const ARCHIVE_RIGHTS = ['read', 'ingest', 'admin'] as const
export type ArchiveRight = (typeof ARCHIVE_RIGHTS)[number]

export const archiveScope = (right: ArchiveRight): `archive:${ArchiveRight}` => `archive:${right}`

export const ARCHIVE_SCOPES = {
  'archive:read': { holder: 'organization', description: 'Search, browse and ask the archive' },
  'archive:ingest': { holder: 'organization', description: 'Read the archive and upload exports' },
  'archive:admin': { holder: 'organization', description: 'Read the archive, upload exports and create its keys' },
} as const satisfies Readonly<Record<ReturnType<typeof archiveScope>, ScopeDefinition>>
