import { reply } from '@signet/contracts'
import { derivedUuid, Refusal, type Route, refusal, route } from '@signet/kernel'
import { addSource, listSources, removeSource, replaceSource, SOURCES_MAX } from '../contract/notebooks.ts'
import { isOwn, type NotebookDeps, noNotebook, noSource } from './notebook-deps.ts'
import { sourceView } from './notebook-view.ts'
import { type IngestRow, settledNotebook } from './settled-notebook.ts'
import { liveSources, type NotebookRow, type SourceRow } from './source-set.ts'

const NAMESPACE = 'b3d1f0c2-5a7e-4c1b-9d55-0f4a7be2a3c1'

/** Returns one source id per upload and notebook, however often it is added. */
const sourceId = (notebook: string, upload: string): string => derivedUuid(NAMESPACE, `${notebook} ${upload}`)

const notComplete = () =>
  refusal('upload_not_complete', 'The upload is not complete, or is being deleted. Complete it first')

const noUpload = () => refusal('not_found', 'The upload does not exist')

const importOf = async ({ uploads, imports }: NotebookDeps, workspace: string, upload: string) => {
  const row = await uploads.get({ workspace, upload })
  if (row === undefined) return noUpload()
  const ingest = await imports.get({ workspace, upload })
  return ingest === undefined || ingest.state === 'deleting' ? notComplete() : ingest
}

const newSource = (notebook: string, { upload }: IngestRow, at: string, before: SourceRow | undefined): SourceRow => ({
  source: before?.source ?? sourceId(notebook, upload),
  upload,
  version: (before?.version ?? 0) + 1,
  conversations: 0,
  added_at: at,
})

const ofUpload = (sources: readonly SourceRow[], upload: string) => sources.find((each) => each.upload === upload)

const readSourceView = async (deps: NotebookDeps, { workspace, notebook }: NotebookRow, id: string) => {
  const settled = await settledNotebook(deps, workspace, notebook)
  const source = settled?.row.sources.find((each) => each.source === id)
  return source ? sourceView(source, settled?.imports.get(source.upload)) : undefined
}

const addRoute = (deps: NotebookDeps) =>
  route(addSource, async ({ caller, params: { nId, wId }, body: { uploadId } }) => {
    const before = isOwn(caller, { wId }) ? await deps.notebooks.get(wId, nId) : undefined
    if (before === undefined) return noNotebook()
    const ingest = await importOf(deps, wId, uploadId)
    if (ingest instanceof Refusal) return ingest
    const at = deps.now().toISOString()
    const row = await deps.notebooks.change(wId, nId, ({ sources, version }) => {
      const live = liveSources({ sources })
      if (ofUpload(live, uploadId)) return undefined
      if (live.length >= SOURCES_MAX)
        return refusal('source_limit_reached', `The notebook has ${SOURCES_MAX} sources, the maximum. Remove one first`)
      const gone = sources.find(({ source }) => source === sourceId(nId, uploadId))
      const others = sources.filter((each) => each !== gone)
      return { sources: [...others, newSource(nId, ingest, at, gone)], version: version + 1 }
    })
    if (row instanceof Refusal) return row
    const source = row && ofUpload(liveSources(row), uploadId)
    const view = source && (await readSourceView(deps, row, source.source))
    if (!view) return noNotebook()
    return reply(ofUpload(liveSources(before), uploadId) ? 200 : 201, view)
  })

const listRoute = (deps: NotebookDeps) =>
  route(listSources, async ({ caller, params: { nId, wId } }) => {
    const settled = isOwn(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    if (settled === undefined) return noNotebook()
    return reply(200, {
      sources: settled.row.sources.map((each) => sourceView(each, settled.imports.get(each.upload))),
    })
  })

const replaceRoute = (deps: NotebookDeps) =>
  route(replaceSource, async ({ caller, params: { nId, wId, sId }, body: { uploadId } }) => {
    if (!isOwn(caller, { wId }) || !(await deps.notebooks.get(wId, nId))) return noNotebook()
    const ingest = await importOf(deps, wId, uploadId)
    if (ingest instanceof Refusal) return ingest
    const at = deps.now().toISOString()
    const row = await deps.notebooks.change(wId, nId, (before) => {
      const live = liveSources(before).find(({ source }) => source === sId)
      if (live === undefined) return noSource()
      if (live.upload === uploadId) return undefined
      const sources = before.sources.map((each) => (each === live ? newSource(nId, ingest, at, live) : each))
      return { sources, version: before.version + 1 }
    })
    if (row instanceof Refusal) return row
    const view = row && (await readSourceView(deps, row, sId))
    return view ? reply(200, view) : noNotebook()
  })

const removeRoute = (deps: NotebookDeps) =>
  route(removeSource, async ({ caller, params: { nId, wId, sId } }) => {
    if (!isOwn(caller, { wId })) return noNotebook()
    const removed_at = deps.now().toISOString()
    const row = await deps.notebooks.change(wId, nId, (before) => {
      const live = liveSources(before).find(({ source }) => source === sId)
      if (live === undefined) return noSource()
      const sources = before.sources.map((each) => (each === live ? { ...live, removed_at } : each))
      return { sources, version: before.version + 1 }
    })
    if (row instanceof Refusal) return row
    return row ? reply(204) : noNotebook()
  })

export const sourceRoutes = (deps: NotebookDeps): readonly Route[] => [
  addRoute(deps),
  listRoute(deps),
  replaceRoute(deps),
  removeRoute(deps),
]
