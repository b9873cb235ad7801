import { endpoint, nameText, wellFormedText } from '@signet/contracts'
import { READ_RATE, WRITE_RATE } from '@signet/search/conversations/contract'
import { INGEST_STATES } from '@signet/search/conversations/rows'
import * as z from 'zod'
import { RESTORE_DAYS } from './notebook-rows.ts'

export const NOTEBOOKS_MAX = 200
export const SOURCES_MAX = 50
export const ARTIFACTS_MAX = 100

export const METADATA_MAX = 20

const tags = ['notebooks']
const NOTEBOOKS = '/api/v2/workspaces/:wId/notebooks'
export const ONE_NOTEBOOK = `${NOTEBOOKS}/:nId` as const

const wId = z.string().min(1).max(100).describe('Workspace id, which is the organization id')
const nId = z.string().min(1).max(100).describe('Notebook id')
const workspaceParams = z.strictObject({ wId })

export { nId, wId }
export const notebookParams = z.strictObject({ wId, nId })

const title = nameText(200)
const description = wellFormedText(2_000).describe('Description for users; not used for answers')
const instructions = wellFormedText(8_000).describe('Instructions for answers and artifacts of this notebook')
const entry = wellFormedText(500)
const entryName = z.string().min(1).max(50)
const metadata = z.record(entryName, entry).describe(`Custom entries, at most ${METADATA_MAX}`)

const Notebook = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    title: wellFormedText(200).min(1),
    description,
    instructions,
    metadata,
    version: z.int().describe('Incremented with every change of the members above and of the sources'),
    sources: z.int().describe('Number of live sources'),
    sourceSetHash: z.string().describe('Hash of the live sources and the instructions; artifacts are compared with it'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Notebook' })
export type Notebook = z.infer<typeof Notebook>

const version = z.string()
const notebook = {
  description: 'The notebook',
  schema: Notebook,
  headers: { etag: { description: 'Version for If-Match', schema: version } },
}

export const listWorkspaces = endpoint({
  name: 'listWorkspaces',
  summary: 'List workspaces',
  description:
    'Lists the workspace of the credential, which is that of its organization. Its id is part of notebook paths.',
  tags,
  route: 'GET /api/v2/workspaces',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  responses: {
    200: { description: 'The workspace', schema: z.object({ workspaces: z.array(z.object({ id: z.string() })) }) },
  },
})

const ifMatch = z.object({
  'if-match': z.string().max(100).optional().describe('ETag that the change is based on, or *'),
})

const VERSION_MISMATCH = {
  code: 'version_mismatch',
  status: 412,
  description: 'The notebook has changed in the meantime; `version` is the current one.',
} as const

export const createNotebook = endpoint({
  name: 'createNotebook',
  summary: 'Create a notebook',
  description: `Creates a notebook without sources. A workspace has at most ${NOTEBOOKS_MAX} notebooks.`,
  tags,
  route: `POST ${NOTEBOOKS}`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: {
    params: workspaceParams,
    body: z.strictObject({
      title,
      description: description.default(''),
      instructions: instructions.default(''),
      metadata: metadata.default({}),
    }),
    maxBodyBytes: 65_536,
  },
  responses: { 201: notebook },
  errors: [
    'not_found',
    { code: 'notebook_limit_reached', status: 409, description: 'The workspace has reached its limit of notebooks.' },
    'unavailable',
  ],
})

export const listNotebooks = endpoint({
  name: 'listNotebooks',
  summary: 'List notebooks',
  description: 'Lists the notebooks of the workspace, newest first.',
  tags,
  route: `GET ${NOTEBOOKS}`,
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    params: workspaceParams,
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Notebooks per page'),
      cursor: z.string().max(500).optional().describe('nextCursor of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of notebooks',
      schema: z.object({ notebooks: z.array(Notebook), nextCursor: z.string().nullable() }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const getNotebook = endpoint({
  name: 'getNotebook',
  summary: 'Get a notebook',
  description: 'Returns the notebook with the number of its sources, and the hash that artifacts are compared with.',
  tags,
  route: `GET ${ONE_NOTEBOOK}`,
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: { params: notebookParams },
  responses: { 200: notebook },
  errors: ['not_found', 'unavailable'],
})

export const updateNotebook = endpoint({
  name: 'updateNotebook',
  summary: 'Change a notebook',
  description:
    'Replaces the given members. With If-Match, the change applies to that version only. Changed instructions make artifacts stale; a changed title or description does not.',
  tags,
  route: `PATCH ${ONE_NOTEBOOK}`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: {
    params: notebookParams,
    headers: ifMatch,
    body: z.strictObject({
      title: title.optional(),
      description: description.optional(),
      instructions: instructions.optional(),
      metadata: metadata.optional(),
    }),
    maxBodyBytes: 65_536,
  },
  responses: { 200: notebook },
  errors: ['not_found', VERSION_MISMATCH, 'unavailable'],
})

export const deleteNotebook = endpoint({
  name: 'deleteNotebook',
  summary: 'Delete a notebook',
  description: `Deletes the notebook and its artifacts. The notebook itself can be restored within ${RESTORE_DAYS} days; conversations remain in the archive.`,
  tags,
  route: `DELETE ${ONE_NOTEBOOK}`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: { params: notebookParams, headers: ifMatch },
  responses: { 204: { description: 'The notebook is deleted' } },
  errors: ['not_found', VERSION_MISMATCH, 'unavailable'],
})

export const restoreNotebook = endpoint({
  name: 'restoreNotebook',
  summary: 'Restore a deleted notebook',
  description: `Restores a notebook with its sources, within ${RESTORE_DAYS} days of its deletion.`,
  tags,
  route: `POST ${ONE_NOTEBOOK}/restore`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  idempotent: true,
  request: { params: notebookParams },
  responses: { 200: notebook },
  errors: ['not_found', 'unavailable'],
})

const Source = z
  .object({
    id: z.string(),
    uploadId: z.string(),
    version: z.int().describe('Incremented when the upload is replaced'),
    status: z.enum([...INGEST_STATES, 'removed']).describe('State of its upload; removed: no longer used'),
    conversations: z.int(),
    contentHash: z.string().nullable().describe('Hash of its conversations; null until the upload is processed'),
    addedAt: z.iso.datetime(),
    removedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'NotebookSource' })
export type Source = z.infer<typeof Source>

const sId = z.string().min(1).max(100).describe('Source id')
const sourceParams = z.strictObject({ wId, nId, sId })
const uploadNamed = z.strictObject({
  uploadId: z.string().min(1).max(100).describe('Id of a complete upload'),
})
const UPLOAD_NOT_COMPLETE = {
  code: 'upload_not_complete',
  status: 409,
  description: 'The upload is not complete, or is being deleted.',
} as const

export const addSource = endpoint({
  name: 'addSource',
  summary: 'Add an upload to a notebook',
  description: `Adds an uploaded file as a source; the notebook then includes its conversations. Adding the same upload again returns the same source. A notebook has at most ${SOURCES_MAX} sources.`,
  tags,
  route: `POST ${ONE_NOTEBOOK}/sources`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  idempotent: true,
  request: { params: notebookParams, body: uploadNamed, maxBodyBytes: 4_096 },
  responses: {
    200: { description: 'The source already existed', schema: Source },
    201: { description: 'The source is added', schema: Source },
  },
  errors: [
    'not_found',
    UPLOAD_NOT_COMPLETE,
    { code: 'source_limit_reached', status: 409, description: 'The notebook has reached its limit of sources.' },
    'unavailable',
  ],
})

export const listSources = endpoint({
  name: 'listSources',
  summary: 'List sources',
  description: 'Lists all sources in the order in which they were added, including removed ones.',
  tags,
  route: `GET ${ONE_NOTEBOOK}/sources`,
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: { params: notebookParams },
  responses: { 200: { description: 'All sources', schema: z.object({ sources: z.array(Source) }) } },
  errors: ['not_found', 'unavailable'],
})

export const replaceSource = endpoint({
  name: 'replaceSource',
  summary: 'Replace the upload of a source',
  description:
    'Replaces the upload, for example by a newer export of the same account. Artifacts based on the older one become stale.',
  tags,
  route: `PUT ${ONE_NOTEBOOK}/sources/:sId`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: { params: sourceParams, body: uploadNamed, maxBodyBytes: 4_096 },
  responses: { 200: { description: 'The source', schema: Source } },
  errors: ['not_found', UPLOAD_NOT_COMPLETE, 'unavailable'],
})

export const removeSource = endpoint({
  name: 'removeSource',
  summary: 'Remove a source',
  description: 'Removes the source. The upload and its conversations remain in the archive.',
  tags,
  route: `DELETE ${ONE_NOTEBOOK}/sources/:sId`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: { params: sourceParams },
  responses: { 204: { description: 'The source is removed' } },
  errors: ['not_found', 'unavailable'],
})
