import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { listAudit, listFlagAudit, verifyAudit } from '../contract/audit.ts'
import { verifyLog } from '../sets/verify-log.ts'
import { setOf } from './caller-set.ts'
import type { FlagDeps } from './deps.ts'

/** The log and its verification (spec supporting-services 6). */
export const auditRoutes = ({ audit, sets }: Pick<FlagDeps, 'audit' | 'sets'>): Route[] => {
  const verify = verifyLog({ live: sets.live, head: sets.head, audit })
  return [
    route(listAudit, async ({ query: { environment, limit, cursor }, ...context }) => {
      const { entries, nextCursor } = await audit.list(setOf(context, environment), limit, cursor)
      return reply(200, { entries: [...entries], nextCursor })
    }),
    route(listFlagAudit, async ({ params, query: { environment, limit, cursor }, ...context }) => {
      const { entries, nextCursor } = await audit.listOf(setOf(context, environment), params.key, limit, cursor)
      // A later page may be empty. An empty first page means that the flag never existed.
      if (entries.length === 0 && cursor === undefined) return notFound('There has never been such a flag')
      return reply(200, { entries: [...entries], nextCursor })
    }),
    route(verifyAudit, async ({ query, ...context }) => {
      const set = setOf(context, query.environment)
      const { entries, head, brokenAt, problem } = await verify(set)
      return reply(200, { valid: brokenAt === null, entries, head, brokenAt, problem })
    }),
  ]
}
