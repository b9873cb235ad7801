import { reply } from '@signet/contracts'
import { route } from '@signet/kernel'
import { type RetrieveDeps, resultsOf, retrieve } from '@signet/search/conversations'
import { searchNotebook } from '../contract/notebook-search.ts'
import { isOwnWorkspace, notebookNotFound } from './notebook-deps.ts'
import type { NotebookContent } from './notebook-scope.ts'
import { type SettleDeps, settledNotebook } from './settled-notebook.ts'
import type { NotebookRow } from './source-set.ts'

export interface NotebookReading extends SettleDeps {
  readonly contentOf: (row: NotebookRow) => Promise<NotebookContent>
}

export const searchNotebookRoute = (deps: RetrieveDeps & NotebookReading) =>
  route(searchNotebook, async ({ caller, params: { wId, nId }, body }) => {
    const settled = isOwnWorkspace(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    if (settled === undefined) return notebookNotFound()
    const { q, limit, threshold, branches, ...filter } = body
    const conversations = new Set((await deps.contentOf(settled.row)).sourceOf.keys())
    const retrieval = { workspace: wId, text: q, limit, threshold, branches, filter: { ...filter, conversations } }
    return reply(200, { results: await resultsOf(deps, wId, q, await retrieve(deps, retrieval)) })
  })
