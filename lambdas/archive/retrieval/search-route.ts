import { reply } from '@signet/contracts'
import { route } from '@signet/kernel'
import { searchArchive } from '../contract/search.ts'
import { workspaceOf } from '../workspace.ts'
import { resultsOf } from './results-of.ts'
import { type RetrieveDeps, retrieve } from './retrieve.ts'

/** GET /api/search: conversations by meaning and by words. */
export const searchRoute = (deps: RetrieveDeps) =>
  route(searchArchive, async ({ caller, query: { q, limit, threshold, branches, ...filter } }) => {
    const workspace = workspaceOf(caller)
    const found = await retrieve(deps, { workspace, text: q, limit, threshold, branches, filter })
    return reply(200, { results: await resultsOf(deps, workspace, q, found) })
  })
