import { route } from '@signet/kernel'
import { type AskDeps, answerQuestion } from '@signet/search/answers'
import { workspaceOf } from '@signet/search/conversations/callers'
import { askArchive } from '../contract/chat.ts'

export const chatRoute = (deps: AskDeps) =>
  route(askArchive, async ({ caller, headers: { accept }, body, signal }) =>
    answerQuestion(deps, { workspace: workspaceOf(caller) }, body, { accept, signal }),
  )
