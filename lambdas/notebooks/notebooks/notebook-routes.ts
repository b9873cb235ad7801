import { reply } from '@signet/contracts'
import { ifMatchVersion, invalidInput, Refusal, type Route, refusal, route, unavailable } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import {
  createNotebook,
  deleteNotebook,
  getNotebook,
  listNotebooks,
  listWorkspaces,
  METADATA_MAX,
  NOTEBOOKS_MAX,
  restoreNotebook,
  updateNotebook,
} from '../contract/notebooks.ts'
import { isOwnWorkspace, type NotebookDeps, notebookNotFound, workspaceNotFound } from './notebook-deps.ts'
import type { NotebookChange } from './notebook-table.ts'
import { etagOf, notebookView } from './notebook-view.ts'
import { settledNotebook } from './settled-notebook.ts'
import { type NotebookRow, sourceSetHash } from './source-set.ts'

/**
 * Returns the version in If-Match; undefined for any version.
 * @throws Refusal 400 for an invalid ETag
 */
const expectedVersion = (ifMatch: string | undefined): number | undefined => {
  const version = ifMatchVersion(ifMatch)
  return version === '*' ? undefined : version
}

const versionMismatch = ({ version }: NotebookRow) =>
  refusal('version_mismatch', `The notebook is now at version ${version}. Fetch it again`, { extras: { version } })

const limitReached = () =>
  refusal('notebook_limit_reached', `The workspace has ${NOTEBOOKS_MAX} notebooks, the maximum. Delete one first`)

/**
 * Checks the rules that the schema cannot express.
 * @throws Refusal 400
 */
const validate = ({ title, metadata = {} }: Pick<NotebookChange, 'title' | 'metadata'>): void => {
  if (title !== undefined && title.trim() === '') throw invalidInput([{ field: 'title', message: 'must not be blank' }])
  if (Object.keys(metadata).length > METADATA_MAX)
    throw invalidInput([{ field: 'metadata', message: `must not have more than ${METADATA_MAX} entries` }])
}

const createRoute = ({ notebooks, newId, now }: NotebookDeps) =>
  route(createNotebook, async ({ caller, params, body }) => {
    if (!isOwnWorkspace(caller, params)) return workspaceNotFound()
    validate(body)
    // Concurrent requests may exceed the limit by a few notebooks. It only keeps lists short.
    const { rows } = await notebooks.page(params.wId, { limit: NOTEBOOKS_MAX })
    if (rows.length >= NOTEBOOKS_MAX) return limitReached()
    const createdAt = now().toISOString()
    const created = {
      ...body,
      workspace: params.wId,
      notebook: newId(),
      sources: [],
      created_at: createdAt,
      updated_at: createdAt,
    }
    const row: NotebookRow = { ...created, version: 1, revision: 1, source_set_hash: sourceSetHash(created) }
    await notebooks.create(row)
    return reply(201, notebookView(row), etagOf(row))
  })

const listRoute = ({ notebooks }: NotebookDeps) =>
  route(listNotebooks, async ({ caller, params, query }) => {
    if (!isOwnWorkspace(caller, params)) return workspaceNotFound()
    const { rows, nextCursor } = await notebooks.page(params.wId, query)
    return reply(200, { notebooks: rows.map(notebookView), nextCursor })
  })

const getRoute = (deps: NotebookDeps) =>
  route(getNotebook, async ({ caller, params: { nId, wId } }) => {
    const settled = isOwnWorkspace(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    return settled ? reply(200, notebookView(settled.row), etagOf(settled.row)) : notebookNotFound()
  })

const updateRoute = ({ notebooks }: NotebookDeps) =>
  route(updateNotebook, async ({ caller, params: { nId, wId }, headers, body }) => {
    if (!isOwnWorkspace(caller, { wId })) return notebookNotFound()
    if (Object.keys(body).length === 0)
      throw invalidInput([{ field: 'body', message: 'must contain at least one field to change' }])
    validate(body)
    const expectedVersionOrAny = expectedVersion(headers['if-match'])
    const row = await notebooks.change(wId, nId, (before) => {
      if (expectedVersionOrAny !== undefined && expectedVersionOrAny !== before.version) return versionMismatch(before)
      return { ...body, version: before.version + 1 }
    })
    if (row instanceof Refusal) return row
    return row ? reply(200, notebookView(row), etagOf(row)) : notebookNotFound()
  })

const deleteRoute = ({ notebooks, artifacts }: NotebookDeps) =>
  route(deleteNotebook, async ({ caller, params: { nId, wId }, headers }) => {
    const row = isOwnWorkspace(caller, { wId }) ? await notebooks.get(wId, nId) : undefined
    if (row === undefined) return notebookNotFound()
    const expected = expectedVersion(headers['if-match'])
    if (expected !== undefined && expected !== row.version) return versionMismatch(row)
    // Removes artifacts first, so that none remains without its notebook. Artifacts can be generated again.
    await artifacts.removeAll(wId, nId)
    if (await notebooks.remove(row)) return reply(204)
    return unavailable('The notebook is being changed by another request. Try again', 1)
  })

const restoreRoute = ({ notebooks }: NotebookDeps) =>
  route(restoreNotebook, async ({ caller, params: { nId, wId } }) => {
    if (!isOwnWorkspace(caller, { wId })) return notebookNotFound()
    const row = (await notebooks.restore(wId, nId)) ?? (await notebooks.get(wId, nId))
    return row ? reply(200, notebookView(row), etagOf(row)) : notebookNotFound()
  })

const workspacesRoute = () =>
  route(listWorkspaces, async ({ caller }) => reply(200, { workspaces: [{ id: workspaceOf(caller) }] }))

export const notebookRoutes = (deps: NotebookDeps): readonly Route[] => [
  workspacesRoute(),
  createRoute(deps),
  listRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
  restoreRoute(deps),
]
