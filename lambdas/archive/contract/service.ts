import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { ARCHIVE_SCOPES } from '@signet/search/conversations/contract'
import { askArchive } from './chat.ts'
import { exportConversation, getConversation, listConversations } from './conversations.ts'
import { getHealth } from './health.ts'
import { archiveImportContract } from './import-events.ts'
import { createArchiveKey, listArchiveKeys, revokeArchiveKey } from './keys.ts'
import { getPage } from './page.ts'
import { rows } from './rows.ts'
import { searchArchive, similarConversations } from './search.ts'
import { getStats } from './stats.ts'
import { getTelemetry } from './telemetry.ts'
import {
  completeUpload,
  createSimpleUpload,
  createUpload,
  deleteUpload,
  getUploadStatus,
  listUploads,
  nextUploadPart,
} from './uploads.ts'

export const archiveService = defineService({
  name: 'archive',
  api: 'archive',
  title: 'Signet archive',
  description: 'Uploads of chat exports, search and questions.',
  tags: {
    uploads: 'Uploads of exports',
    search: 'Search by meaning and by words',
    conversations: 'Conversations',
    chat: 'Answers from the archive, with quotes',
    keys: 'API keys',
    page: 'Pages for browsers',
    service: 'Health, content and usage of the archive',
  },
  scopes: ARCHIVE_SCOPES,
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'archive-keys',
      version: '1.0.0',
      description: 'API keys of the archive, managed by its admins.',
      endpoints: [createArchiveKey, listArchiveKeys, revokeArchiveKey],
    },
    {
      name: 'archive-search',
      version: '1.0.0',
      description: 'Search of the archive.',
      endpoints: [searchArchive, similarConversations],
    },
    {
      name: 'archive-conversations',
      version: '1.0.0',
      description: 'Conversations of the archive.',
      endpoints: [listConversations, getConversation],
    },
    {
      name: 'archive-chat',
      version: '1.0.0',
      description: 'Streamed responses: answers from the archive, and exports of conversations.',
      endpoints: [askArchive, exportConversation],
    },
    {
      name: 'archive-uploads',
      version: '1.0.0',
      description: 'Uploads of exports in one request or in parts, and their progress.',
      endpoints: [
        createSimpleUpload,
        createUpload,
        nextUploadPart,
        completeUpload,
        getUploadStatus,
        listUploads,
        deleteUpload,
      ],
    },
    archiveImportContract,
    {
      name: 'archive-stats',
      version: '1.0.0',
      description: 'Contents of an archive, and usage of its operations.',
      endpoints: [getStats, getTelemetry],
    },
    {
      name: 'archive-service',
      version: '1.0.0',
      description: 'Home page and health.',
      endpoints: [getPage, getHealth],
    },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly archive: typeof archiveService
  }
}
