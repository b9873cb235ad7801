import { reply } from '@signet/contracts'
import { route } from '@signet/kernel'
import { type RetrieveDeps, resultsOf, retrieve } from '@signet/search/conversations'
import { workspaceOf } from '@signet/search/conversations/callers'
import { searchArchive } from '../contract/search.ts'

/** GET /api/search: conversations by meaning and by words. */
export const searchRoute = (deps: RetrieveDeps) =>
  route(searchArchive, async ({ caller, query: { q, limit, threshold, branches, ...filter } }) => {
    const workspace = workspaceOf(caller)
    const conversations = await retrieve(deps, { workspace, text: q, limit, threshold, branches, filter })
    return reply(200, { results: await resultsOf(deps, workspace, q, conversations) })
  })
