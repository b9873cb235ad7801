import { type AskDeps, answered } from '@signet/grounded-answers'
import { route } from '@signet/kernel'
import { askNotebook } from '../contract/notebook-search.ts'
import { isOwn, noNotebook } from './notebook-deps.ts'
import type { NotebookReading } from './search-notebook.ts'
import { settledNotebook } from './settled-notebook.ts'

/** POST …/chat: an answer from the sources of a notebook, under its instructions. */
export const askNotebookRoute = (deps: AskDeps & NotebookReading) =>
  route(askNotebook, async ({ caller, params: { wId, nId }, headers: { accept }, body, signal }) => {
    const found = isOwn(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    if (found === undefined) return noNotebook()
    const { instructions } = found.row
    const conversations = new Set((await deps.contentOf(found.row)).sourceOf.keys())
    return answered(deps, { workspace: wId, conversations, instructions }, body, { accept, signal })
  })
