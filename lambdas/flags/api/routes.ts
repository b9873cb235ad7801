import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import type { ConsoleSettings } from '@signet/ui/pages'
import { getHealth } from '../contract/health.ts'
import { type KeyDeps, keyRoutes } from '../keys/key-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { canaryRoutes } from './canary-routes.ts'
import type { FlagDeps } from './deps.ts'
import { environmentRoutes } from './environment-routes.ts'
import { evaluationRoutes } from './evaluation-routes.ts'
import { flagRoutes } from './flag-routes.ts'
import { pageRoute } from './page-route.ts'
import { segmentRoutes } from './segment-routes.ts'

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
