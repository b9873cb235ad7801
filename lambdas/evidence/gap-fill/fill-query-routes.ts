import { reply } from '@signet/contracts'
import { type Clock, notFound, type Route, route } from '@signet/kernel'
import { getGapFill, listGapFills } from '../contract/gap-fill.ts'
import { libraryOf } from '../library/library-routes.ts'
import type { PolicyCatalog } from '../policies/policy-catalog.ts'
import { completedJobView, jobView, storedFillView } from './fill-view.ts'
import type { FillingTable } from './filling-table.ts'
import type { GapFillTable } from './gap-fill-table.ts'

export interface FillQueryDeps {
  readonly fills: Pick<GapFillTable, 'find' | 'page'>
  readonly fillings: Pick<FillingTable, 'find'>
  readonly catalog: PolicyCatalog
  readonly now: Clock
}

export const fillQueryRoutes = ({ fills, fillings, catalog, now }: FillQueryDeps): Route[] => [
  route(getGapFill, async ({ params: { id }, caller }) => {
    const key = libraryOf(caller)
    const [filling, row] = await Promise.all([fillings.find(key, id), fills.find(key, id)])
    if (filling) {
      const policy = await catalog.find(key.org, filling.policyVersion)
      return reply(200, jobView(filling, policy, row?.editor ?? '', now()))
    }
    return row ? reply(200, completedJobView(row)) : notFound('The gap fill does not exist')
  }),
  route(listGapFills, async ({ query, caller }) => {
    const { rows, nextCursor } = await fills.page(libraryOf(caller), query)
    return reply(200, { gapFills: rows.map(storedFillView), ...(nextCursor === null ? {} : { nextCursor }) })
  }),
]
