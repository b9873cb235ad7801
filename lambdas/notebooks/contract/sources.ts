import { endpoint } from '@signet/contracts'
import { READ_RATE, WRITE_RATE } from '@signet/search/conversations/contract'
import { INGEST_STATES } from '@signet/search/conversations/rows'
import * as z from 'zod'
import { NOTEBOOK_PATH, nId, notebookParams, wId } from './notebooks.ts'

export const SOURCES_MAX = 50

const tags = ['notebooks']

const Source = z
  .object({
    id: z.string(),
    uploadId: z.string(),
    version: z.int().describe('Version of the source, incremented when the upload of the source is replaced'),
    status: z
      .enum([...INGEST_STATES, 'removed'])
      .describe('State of the import of the upload; `removed` if the source was removed or its upload was deleted'),
    conversations: z.int().describe('Number of conversations in the upload; 0 until the upload is processed'),
    contentHash: z
      .string()
      .nullable()
      .describe('Hash of the conversations in the upload; null until the upload is processed'),
    addedAt: z.iso.datetime(),
    removedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the source was removed or its upload was deleted; null if the source is in use'),
  })
  .meta({ id: 'NotebookSource' })
export type Source = z.infer<typeof Source>

const sId = z.string().min(1).max(100).describe('Source ID')
const sourceParams = z.strictObject({ wId, nId, sId })
const uploadReference = z.strictObject({
  uploadId: z.string().min(1).max(100).describe('ID of a completed upload'),
})
const UPLOAD_NOT_COMPLETE = {
  code: 'upload_not_complete',
  status: 409,
  description: 'The upload is incomplete or is being deleted. Use a complete upload.',
} as const

export const addSource = endpoint({
  name: 'addSource',
  summary: 'Add an upload to a notebook',
  description: `Adds an upload as a source, so that the notebook includes its conversations. Adding the same upload again returns the same source. A notebook can have ${SOURCES_MAX} sources.`,
  tags,
  route: `POST ${NOTEBOOK_PATH}/sources`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  idempotent: true,
  request: { params: notebookParams, body: uploadReference, maxBodyBytes: 4_096 },
  responses: {
    200: { description: 'The source already existed', schema: Source },
    201: { description: 'The source was added', schema: Source },
  },
  errors: [
    'not_found',
    UPLOAD_NOT_COMPLETE,
    {
      code: 'source_limit_reached',
      status: 409,
      description: `The notebook has reached the limit of ${SOURCES_MAX} sources. Remove a source first.`,
    },
    'unavailable',
  ],
})

export const listSources = endpoint({
  name: 'listSources',
  summary: 'List sources',
  description: 'Lists all sources of the notebook in the order in which they were added, including removed sources.',
  tags,
  route: `GET ${NOTEBOOK_PATH}/sources`,
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: { params: notebookParams },
  responses: { 200: { description: 'Sources of the notebook', schema: z.object({ sources: z.array(Source) }) } },
  errors: ['not_found', 'unavailable'],
})

export const replaceSource = endpoint({
  name: 'replaceSource',
  summary: 'Replace the upload of a source',
  description:
    'Replaces the upload, for example with a newer export of the same account. Artifacts that are based on the previous upload become stale.',
  tags,
  route: `PUT ${NOTEBOOK_PATH}/sources/:sId`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: { params: sourceParams, body: uploadReference, maxBodyBytes: 4_096 },
  responses: { 200: { description: 'The source with its new upload', schema: Source } },
  errors: ['not_found', UPLOAD_NOT_COMPLETE, 'unavailable'],
})

export const removeSource = endpoint({
  name: 'removeSource',
  summary: 'Remove a source',
  description: 'Removes the source from the notebook. The upload and its conversations remain in the archive.',
  tags,
  route: `DELETE ${NOTEBOOK_PATH}/sources/:sId`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: { params: sourceParams },
  responses: { 204: { description: 'The source was removed' } },
  errors: ['not_found', 'unavailable'],
})
