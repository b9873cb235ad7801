import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { notFound, type Route, route } from '@signet/kernel'
import type { ConsoleSettings } from '@signet/ui/pages'
import pMap from 'p-map'
import { listAudit, listFlagAudit, verifyAudit } from '../contract/audit.ts'
import { listEnvironments } from '../contract/environments.ts'
import { getHealth } from '../contract/health.ts'
import { type KeyDeps, keyRoutes } from '../keys/key-routes.ts'
import { verifyLog } from '../sets/verify-log.ts'
import { setOf } from './caller-set.ts'
import { canaryRoutes } from './canary-routes.ts'
import type { FlagDeps } from './deps.ts'
import { evaluationRoutes } from './evaluation-routes.ts'
import { flagRoutes } from './flag-routes.ts'
import { pageRoute } from './page-route.ts'
import { segmentRoutes } from './segment-routes.ts'

const CONCURRENCY = 8

const environmentRoutes = ({ sets, environmentsOf }: Pick<FlagDeps, 'sets' | 'environmentsOf'>): Route[] => [
  route(listEnvironments, async ({ query, caller }) => {
    const org = scopesOf(caller).entitlementScope
    const { rows, nextCursor } = await environmentsOf(org, query)
    const environmentView = async ({ environment }: { readonly environment: string }) => {
      const { flags, version } = await sets.read({ org, environment })
      const archived = flags.filter((flag) => flag.archived).length
      return { environment, flags: flags.length - archived, archived, version }
    }
    return reply(200, { environments: await pMap(rows, environmentView, { concurrency: CONCURRENCY }), nextCursor })
  }),
]

/** Routes of the audit log and its verification (spec supporting-services 6). */
const auditRoutes = ({ audit, sets }: Pick<FlagDeps, 'audit' | 'sets'>): Route[] => {
  const verify = verifyLog({ live: sets.live, head: sets.head, audit })
  return [
    route(listAudit, async ({ query: { environment, limit, cursor }, ...context }) => {
      const { entries, nextCursor } = await audit.list(setOf(context, environment), limit, cursor)
      return reply(200, { entries: [...entries], nextCursor })
    }),
    route(listFlagAudit, async ({ params, query: { environment, limit, cursor }, ...context }) => {
      const { entries, nextCursor } = await audit.listOf(setOf(context, environment), params.key, limit, cursor)
      // A later page may be empty. An empty first page means that the flag never existed.
      if (entries.length === 0 && cursor === undefined) return notFound('The flag never existed')
      return reply(200, { entries: [...entries], nextCursor })
    }),
    route(verifyAudit, async ({ query, ...context }) => {
      const set = setOf(context, query.environment)
      const { entries, head, brokenAt, problem } = await verify(set)
      return reply(200, { valid: brokenAt === null, entries, head, brokenAt, problem })
    }),
  ]
}

export const apiRoutes = (deps: FlagDeps & KeyDeps & { readonly settings: ConsoleSettings }): Route[] => [
  pageRoute(deps.settings),
  route(getHealth, async () => reply(200, { status: 'ok', version: deps.version })),
  ...flagRoutes(deps),
  ...environmentRoutes(deps),
  ...keyRoutes(deps),
  ...segmentRoutes(deps),
  ...canaryRoutes(deps),
  ...auditRoutes(deps),
  ...evaluationRoutes(deps),
]
