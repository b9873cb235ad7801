import { reply } from '@signet/contracts'
import { addMs, notFound, type Route, refusal, route } from '@signet/kernel'
import {
  createArtifact,
  deleteArtifact,
  getArtifact,
  listArtifacts,
  regenerateArtifact,
} from '../contract/artifacts.ts'
import { ARTIFACTS_MAX } from '../contract/notebooks.ts'
import { isOwnWorkspace, type NotebookDeps, notebookNotFound } from '../notebooks/notebook-deps.ts'
import { settledNotebook } from '../notebooks/settled-notebook.ts'
import { liveSources } from '../notebooks/source-set.ts'
import { ARTIFACT_NAMES } from './artifact-kinds.ts'
import type { ArtifactQueue } from './artifact-queue.ts'
import { type ArtifactRow, type ArtifactTable, WORK_SECONDS } from './artifact-table.ts'
import { artifactSummary, artifactView } from './artifact-view.ts'

const TITLE_MAX = 200

export interface ArtifactDeps extends NotebookDeps {
  readonly artifacts: ArtifactTable
  readonly queue: ArtifactQueue
  readonly generator: string
}

const artifactNotFound = () => notFound('The artifact does not exist')

const createRoute = (deps: ArtifactDeps) =>
  route(createArtifact, async ({ caller, params: { nId, wId }, body: { kind, title } }) => {
    const upToDate = isOwnWorkspace(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    if (upToDate === undefined) return notebookNotFound()
    const { row: notebook } = upToDate
    if (!liveSources(notebook).some(({ content_hash }) => content_hash !== undefined))
      return refusal('no_sources', 'The notebook has no processed source. Add one, or wait until it is processed')
    if ((await deps.artifacts.all(wId, nId)).length >= ARTIFACTS_MAX)
      return refusal(
        'artifact_limit_reached',
        `The notebook has ${ARTIFACTS_MAX} artifacts, the maximum. Delete one first`,
      )
    const createdAt = deps.now()
    const row: ArtifactRow = {
      workspace: wId,
      notebook: nId,
      artifact: deps.newId(),
      kind,
      state: 'queued',
      standing: 'open',
      title: title?.trim() || `${ARTIFACT_NAMES[kind]}: ${notebook.title}`.slice(0, TITLE_MAX).toWellFormed(),
      due: addMs(createdAt, WORK_SECONDS * 1000).toISOString(),
      run: 1,
      attempts: 0,
      created_at: createdAt.toISOString(),
    }
    await deps.artifacts.create(row)
    await deps.queue.send(row)
    return reply(202, artifactView(row, notebook, deps.generator))
  })

const listRoute = (deps: ArtifactDeps) =>
  route(listArtifacts, async ({ caller, params: { nId, wId } }) => {
    const upToDate = isOwnWorkspace(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    if (upToDate === undefined) return notebookNotFound()
    const rows = await deps.artifacts.all(wId, nId)
    const newestFirst = rows.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
    return reply(200, { artifacts: newestFirst.map((row) => artifactSummary(row, upToDate.row)) })
  })

const getRoute = (deps: ArtifactDeps) =>
  route(getArtifact, async ({ caller, params: { nId, wId, aId } }) => {
    const upToDate = isOwnWorkspace(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    if (upToDate === undefined) return notebookNotFound()
    const row = await deps.artifacts.get({ workspace: wId, notebook: nId, artifact: aId })
    return row ? reply(200, artifactView(row, upToDate.row, deps.generator)) : artifactNotFound()
  })

const regenerateRoute = (deps: ArtifactDeps) =>
  route(regenerateArtifact, async ({ caller, params: { nId, wId, aId } }) => {
    const upToDate = isOwnWorkspace(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    if (upToDate === undefined) return notebookNotFound()
    const row = await deps.artifacts.requestRun({ workspace: wId, notebook: nId, artifact: aId })
    if (row === undefined) return artifactNotFound()
    await deps.queue.send(row)
    return reply(202, artifactView(row, upToDate.row, deps.generator))
  })

const deleteRoute = (deps: ArtifactDeps) =>
  route(deleteArtifact, async ({ caller, params: { nId, wId, aId } }) => {
    if (!isOwnWorkspace(caller, { wId }) || !(await deps.notebooks.get(wId, nId))) return notebookNotFound()
    return (await deps.artifacts.remove({ workspace: wId, notebook: nId, artifact: aId }))
      ? reply(204)
      : artifactNotFound()
  })

export const artifactRoutes = (deps: ArtifactDeps): readonly Route[] => [
  createRoute(deps),
  listRoute(deps),
  getRoute(deps),
  regenerateRoute(deps),
  deleteRoute(deps),
]
