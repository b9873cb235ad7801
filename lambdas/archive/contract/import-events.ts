import { defineContract } from '@signet/contracts'
import { Ledger } from '@signet/search/conversations/rows'
import * as z from 'zod'

const about = {
  workspace_id: z.string().describe('Organization of the archive'),
  upload_id: z.string().describe('Details: GET /api/uploads/{id}/status'),
  conversations: Ledger.describe('Counts of its items; together they are `seen`'),
}

/** An import in events: no titles and no file names. */
const CompletedImport = z
  .object({
    ...about,
    state: z.enum(['completed', 'completed_with_errors']).describe('With errors: some items could not be read'),
    ended_at: z.iso.datetime(),
  })
  .meta({ id: 'ArchiveImportCompletion' })

const FailedImport = z
  .object({
    ...about,
    failure: z.string().describe('Why the file could not be read as a whole, as in the status'),
    ended_at: z.iso.datetime(),
  })
  .meta({ id: 'ArchiveImportFailure' })

const DeletedImport = z.object({ ...about, deleted_at: z.iso.datetime() }).meta({ id: 'ArchiveImportDeletion' })

export const archiveImportContract = defineContract({
  name: 'archive-import',
  version: '1.0.0',
  description: 'An import of an upload, in events.',
  schema: DeletedImport,
  operations: {
    complete: {
      kind: 'command',
      description: 'All items are read, and the readable ones are searchable.',
      emits: ['archive-import.completed'],
    },
    fail: { kind: 'command', description: 'The file cannot be read.', emits: ['archive-import.failed'] },
    delete: {
      kind: 'command',
      description: 'Its conversations are removed after deleteUpload.',
      emits: ['archive-import.deleted'],
    },
  },
  events: {
    'archive-import.completed': CompletedImport,
    'archive-import.failed': FailedImport,
    'archive-import.deleted': DeletedImport,
  },
  surfaces: {},
  authority: { complete: 'internal', fail: 'internal', delete: 'internal' },
})
