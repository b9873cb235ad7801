import { defineContract } from '@signet/contracts'
import { OutcomeCounts } from '@signet/search/conversations/rows'
import * as z from 'zod'

const commonFields = {
  workspace_id: z.string().describe('Organization ID'),
  upload_id: z.string().describe('Upload ID. For details, see `GET /api/uploads/{id}/status`.'),
  conversations: OutcomeCounts.describe('Number of conversations by outcome; the outcomes add up to `seen`'),
}

/** Events about imports contain no titles and no file names. */
const CompletedImport = z
  .object({
    ...commonFields,
    state: z
      .enum(['completed', 'completed_with_errors'])
      .describe('`completed_with_errors`: some items could not be read'),
    ended_at: z.iso.datetime(),
  })
  .meta({ id: 'ArchiveImportCompletion' })

const FailedImport = z
  .object({
    ...commonFields,
    failure: z.string().describe('Reason why the file could not be read, as in the status of the upload'),
    ended_at: z.iso.datetime(),
  })
  .meta({ id: 'ArchiveImportFailure' })

const DeletedImport = z.object({ ...commonFields, deleted_at: z.iso.datetime() }).meta({ id: 'ArchiveImportDeletion' })

export const archiveImportContract = defineContract({
  name: 'archive-import',
  version: '1.0.0',
  description: 'Events about the import of an upload.',
  schema: DeletedImport,
  operations: {
    complete: {
      kind: 'command',
      description: 'All items were processed. Items that could be read are searchable.',
      emits: ['archive-import.completed'],
    },
    fail: { kind: 'command', description: 'The file could not be read.', emits: ['archive-import.failed'] },
    delete: {
      kind: 'command',
      description: 'The upload was deleted and its conversations were removed.',
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
