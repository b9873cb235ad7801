import { route } from '@signet/kernel'
import { type AskDeps, answerQuestion } from '@signet/search/answers'
import { askNotebook } from '../contract/notebook-search.ts'
import { isOwnWorkspace, notebookNotFound } from './notebook-deps.ts'
import type { NotebookReading } from './search-notebook.ts'
import { settledNotebook } from './settled-notebook.ts'

export const askNotebookRoute = (deps: AskDeps & NotebookReading) =>
  route(askNotebook, async ({ caller, params: { wId, nId }, headers: { accept }, body, signal }) => {
    const upToDate = isOwnWorkspace(caller, { wId }) ? await settledNotebook(deps, wId, nId) : undefined
    if (upToDate === undefined) return notebookNotFound()
    const { instructions } = upToDate.row
    const conversations = new Set((await deps.contentOf(upToDate.row)).sourceOf.keys())
    return answerQuestion(deps, { workspace: wId, conversations, instructions }, body, { accept, signal })
  })
