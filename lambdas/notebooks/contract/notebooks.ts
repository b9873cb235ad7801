import { endpoint, nameText, wellFormedText } from '@signet/contracts'
import { READ_RATE, WRITE_RATE } from '@signet/search/conversations/contract'
import * as z from 'zod'
import { RESTORE_DAYS } from './notebook-rows.ts'

export const NOTEBOOKS_MAX = 200
export const ARTIFACTS_MAX = 100

export const METADATA_MAX = 20

const tags = ['notebooks']
const NOTEBOOKS_PATH = '/api/v2/workspaces/:wId/notebooks'
export const NOTEBOOK_PATH = `${NOTEBOOKS_PATH}/:nId` as const

const wId = z.string().min(1).max(100).describe('Workspace ID, which equals the organization ID')
const nId = z.string().min(1).max(100).describe('Notebook ID')
const workspaceParams = z.strictObject({ wId })

export { nId, wId }
export const notebookParams = z.strictObject({ wId, nId })

const title = nameText(200)
const description = wellFormedText(2_000).describe('Description for users. It does not affect answers.')
const instructions = wellFormedText(8_000).describe('Instructions for answers and artifacts of this notebook')
const metadataValue = wellFormedText(500)
const metadataKey = z.string().min(1).max(50)
const metadata = z.record(metadataKey, metadataValue).describe(`Custom key-value pairs, at most ${METADATA_MAX}`)

const Notebook = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    title: wellFormedText(200).min(1),
    description,
    instructions,
    metadata,
    version: z.int().describe('Version of the notebook, incremented when a property or source changes'),
    sources: z.int().describe('Number of sources, excluding removed ones'),
    sourceSetHash: z.string().describe('Hash of the sources and the instructions; used to detect outdated artifacts'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Notebook' })
export type Notebook = z.infer<typeof Notebook>

const version = z.string()
const notebookResponse = (description: string) => ({
  description,
  schema: Notebook,
  headers: { etag: { description: 'Version of the notebook, for `If-Match`', schema: version } },
})

export const listWorkspaces = endpoint({
  name: 'listWorkspaces',
  summary: 'List workspaces',
  description: 'Returns the workspace of the organization. Its ID is part of the paths of notebooks.',
  tags,
  route: 'GET /api/v2/workspaces',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  responses: {
    200: {
      description: 'The workspace of the organization',
      schema: z.object({ workspaces: z.array(z.object({ id: z.string() })) }),
    },
  },
})

const ifMatch = z.object({
  'if-match': z
    .string()
    .max(100)
    .optional()
    .describe('ETag of the version that the request is based on, or `*` for any version'),
})

const VERSION_MISMATCH = {
  code: 'version_mismatch',
  status: 412,
  description:
    'The notebook has changed since the given version. `version` is the current version. Get the notebook and repeat the request with its current version.',
} as const

export const createNotebook = endpoint({
  name: 'createNotebook',
  summary: 'Create a notebook',
  description: `Creates a notebook: a set of uploads (sources) that you can search and ask questions about. A new notebook has no sources. A workspace can have ${NOTEBOOKS_MAX} notebooks.`,
  tags,
  route: `POST ${NOTEBOOKS_PATH}`,
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
  responses: { 201: notebookResponse('The created notebook') },
  errors: [
    'not_found',
    {
      code: 'notebook_limit_reached',
      status: 409,
      description: `The workspace has reached the limit of ${NOTEBOOKS_MAX} notebooks. Delete a notebook first.`,
    },
    'unavailable',
  ],
})

export const listNotebooks = endpoint({
  name: 'listNotebooks',
  summary: 'List notebooks',
  description: 'Lists the notebooks of the workspace, newest first.',
  tags,
  route: `GET ${NOTEBOOKS_PATH}`,
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    params: workspaceParams,
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Notebooks per page'),
      cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
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
  description: 'Returns the notebook with the number of its sources and a hash for detecting outdated artifacts.',
  tags,
  route: `GET ${NOTEBOOK_PATH}`,
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: { params: notebookParams },
  responses: { 200: notebookResponse('The notebook') },
  errors: ['not_found', 'unavailable'],
})

export const updateNotebook = endpoint({
  name: 'updateNotebook',
  summary: 'Change a notebook',
  description:
    'Replaces the given fields. With `If-Match`, the change applies only if the version matches. Changed instructions make the artifacts of the notebook stale; a changed title or description does not.',
  tags,
  route: `PATCH ${NOTEBOOK_PATH}`,
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
  responses: { 200: notebookResponse('The updated notebook') },
  errors: ['not_found', VERSION_MISMATCH, 'unavailable'],
})

export const deleteNotebook = endpoint({
  name: 'deleteNotebook',
  summary: 'Delete a notebook',
  description: `Deletes the notebook and its artifacts. The notebook can be restored within ${RESTORE_DAYS} days, but its artifacts cannot. Conversations remain in the archive.`,
  tags,
  route: `DELETE ${NOTEBOOK_PATH}`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  request: { params: notebookParams, headers: ifMatch },
  responses: { 204: { description: 'The notebook was deleted' } },
  errors: ['not_found', VERSION_MISMATCH, 'unavailable'],
})

export const restoreNotebook = endpoint({
  name: 'restoreNotebook',
  summary: 'Restore a deleted notebook',
  description: `Restores a notebook and its sources within ${RESTORE_DAYS} days of the deletion.`,
  tags,
  route: `POST ${NOTEBOOK_PATH}/restore`,
  authority: 'scope:archive:ingest',
  rate: WRITE_RATE,
  idempotent: true,
  request: { params: notebookParams },
  responses: { 200: notebookResponse('The restored notebook') },
  errors: ['not_found', 'unavailable'],
})
