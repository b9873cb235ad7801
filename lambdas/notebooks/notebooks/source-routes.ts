import { reply } from '@signet/contracts'
import { derivedUuid, Refusal, type Route, refusal, route } from '@signet/kernel'
import { addSource, listSources, removeSource, replaceSource, SOURCES_MAX } from '../contract/sources.ts'
import { isOwnWorkspace, type NotebookDeps, notebookNotFound, sourceNotFound } from './notebook-deps.ts'
import { sourceView } from './notebook-view.ts'
import { type IngestRow, settledNotebook } from './settled-notebook.ts'
import { liveSources, type NotebookRow, type SourceRow } from './source-set.ts'

const SOURCE_ID_NAMESPACE = 'b3d1f0c2-5a7e-4c1b-9d55-0f4a7be2a3c1'

/** Returns the same source id whenever an upload is added to a notebook. */
const sourceId = (notebook: string, upload: string): string => derivedUuid(SOURCE_ID_NAMESPACE, `${notebook} ${upload}`)

const uploadNotComplete = () =>
  refusal('upload_not_complete', 'The upload is not complete, or is being deleted. Complete it first')

const uploadNotFound = () => refusal('not_found', 'The upload does not exist')

const importOf = async ({ uploads, imports }: NotebookDeps, workspace: string, upload: string) => {
  const row = await uploads.get({ workspace, upload })
  if (row === undefined) return uploadNotFound()
  const ingest = await imports.get({ workspace, upload })
  return ingest === undefined || ingest.state === 'deleting' ? uploadNotComplete() : ingest
}

const newSource = (
  notebook: string,
  { upload }: IngestRow,
  addedAt: string,
  before: SourceRow | undefined,
): SourceRow => ({
  source: before?.source ?? sourceId(notebook, upload),
  upload,
  version: (before?.version ?? 0) + 1,
  conversations: 0,
  added_at: addedAt,
})

const sourceOfUpload = (sources: readonly SourceRow[], upload: string) => sources.find((each) => each.upload === upload)

const readSourceView = async (deps: NotebookDeps, { workspace, notebook }: NotebookRow, id: string) => {
  const settled = await settledNotebook(deps, workspace, notebook)
  const source = settled?.row.sources.find((candidate) => candidate.source === id)
  return source ? sourceView(source, settled?.imports.get(source.upload)) : undefined
}

const addRoute = (deps: NotebookDeps) =>
  route(addSource, async ({ caller, params: { nId, wId }, body: { uploadId } }) => {
    const before = isOwnWorkspace(caller, { wId }) ? await deps.notebooks.get(wId, nId) : undefined
    if (before === undefined) return notebookNotFound()
    const ingest = await importOf(deps, wId, uploadId)
    if (ingest instanceof Refusal) return ingest
    const addedAt = deps.now().toISOString()
    const row = await deps.notebooks.change(wId, nId, ({ sources, version }) => {
      const currentSources = liveSources({ sources })
      if (sourceOfUpload(currentSources, uploadId)) return undefined
      if (currentSources.length >= SOURCES_MAX)
        return refusal('source_limit_reached', `The notebook has ${SOURCES_MAX} sources, the maximum. Remove one first`)
      const removedSource = sources.find(({ source }) => source === sourceId(nId, uploadId))
      const otherSources = sources.filter((source) => source !== removedSource)
      return { sources: [...otherSources, newSource(nId, ingest, addedAt, removedSource)], version: version + 1 }
    })
    if (row instanceof Refusal) return row
    const source = row && sourceOfUpload(liveSources(row), uploadId)
    const view = source && (await readSourceView(deps, row, source.source))
    if (!view) return notebookNotFound()
    return reply(sourceOfUpload(liveSources(before), uploadId) ? 200 : 201, view)
  })

const listRoute = (deps: NotebookDeps) =>
  route(listSources, async ({ caller, params: { nId, wId } }) => {
    const settled = isOwnWorkspace(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    if (settled === undefined) return notebookNotFound()
    return reply(200, {
      sources: settled.row.sources.map((source) => sourceView(source, settled.imports.get(source.upload))),
    })
  })

const replaceRoute = (deps: NotebookDeps) =>
  route(replaceSource, async ({ caller, params: { nId, wId, sId }, body: { uploadId } }) => {
    if (!isOwnWorkspace(caller, { wId }) || !(await deps.notebooks.get(wId, nId))) return notebookNotFound()
    const ingest = await importOf(deps, wId, uploadId)
    if (ingest instanceof Refusal) return ingest
    const addedAt = deps.now().toISOString()
    const row = await deps.notebooks.change(wId, nId, (before) => {
      const replacedSource = liveSources(before).find(({ source }) => source === sId)
      if (replacedSource === undefined) return sourceNotFound()
      if (replacedSource.upload === uploadId) return undefined
      const sources = before.sources.map((source) =>
        source === replacedSource ? newSource(nId, ingest, addedAt, replacedSource) : source,
      )
      return { sources, version: before.version + 1 }
    })
    if (row instanceof Refusal) return row
    const view = row && (await readSourceView(deps, row, sId))
    return view ? reply(200, view) : notebookNotFound()
  })

const removeRoute = (deps: NotebookDeps) =>
  route(removeSource, async ({ caller, params: { nId, wId, sId } }) => {
    if (!isOwnWorkspace(caller, { wId })) return notebookNotFound()
    const removed_at = deps.now().toISOString()
    const row = await deps.notebooks.change(wId, nId, (before) => {
      const sourceToRemove = liveSources(before).find(({ source }) => source === sId)
      if (sourceToRemove === undefined) return sourceNotFound()
      const sources = before.sources.map((source) =>
        source === sourceToRemove ? { ...sourceToRemove, removed_at } : source,
      )
      return { sources, version: before.version + 1 }
    })
    if (row instanceof Refusal) return row
    return row ? reply(204) : notebookNotFound()
  })

export const sourceRoutes = (deps: NotebookDeps): readonly Route[] => [
  addRoute(deps),
  listRoute(deps),
  replaceRoute(deps),
  removeRoute(deps),
]
