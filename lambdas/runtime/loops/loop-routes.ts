import { reply } from '@signet/contracts'
import { Refusal, type Route, route } from '@signet/kernel'
import { getLoop, listLoopTools } from '../contract/loops.ts'
import { querentScope } from '../namespaces/namespace.ts'
import { loopInScope } from './expire-loop.ts'
import { loopTools } from './loop-tools.ts'
import { loopView } from './loop-view.ts'
import { type StartDeps, startRoute } from './start-loop.ts'
import { type TickDeps, tickRoute } from './tick-route.ts'

/** The routes of interviews except the stream. */
export const loopRoutes = (deps: StartDeps & TickDeps): Route[] => [
  startRoute(deps),
  route(listLoopTools, async () => reply(200, { tools: loopTools() as never })),
  route(getLoop, async ({ params: { id }, headers, caller }) => {
    const loop = await loopInScope(deps, querentScope(caller, headers['x-querent-ids']), id)
    return loop instanceof Refusal ? loop : reply(200, loopView(loop))
  }),
  tickRoute(deps),
]
