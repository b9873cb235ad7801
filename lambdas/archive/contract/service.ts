import { defineService } from '@signet/contracts'
import { getHealth } from './health.ts'
import { createArchiveKey, listArchiveKeys, revokeArchiveKey } from './keys.ts'

export const archiveService = defineService({
  name: 'archive',
  api: 'archive',
  title: 'Signet archive',
  description: 'Exports of conversations: taken in, searched, asked, kept in notebooks (spec supporting-services B).',
  tags: { keys: 'Keys of applications', service: 'Health' },
  scopes: {
    'archive:read': { holder: 'organisation', description: 'Search, browse and ask the archive' },
    'archive:ingest': { holder: 'organisation', description: 'Read the archive and take exports in' },
    'archive:admin': { holder: 'organisation', description: 'Read the archive, take exports in, make its keys' },
  },
  keyPrefix: 'plat_',
  contracts: [
    {
      name: 'archive-keys',
      version: '1.0.0',
      description: 'Keys of applications for the archive, made by its admins.',
      endpoints: [createArchiveKey, listArchiveKeys, revokeArchiveKey],
    },
    { name: 'archive-service', version: '1.0.0', description: 'Health.', endpoints: [getHealth] },
  ],
  rows: [],
})
