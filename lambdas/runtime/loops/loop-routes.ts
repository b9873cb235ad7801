import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { getLoop, listLoopTools } from '../contract/loops.ts'
import { querentScope } from '../namespaces/namespace.ts'
import { unlessExpired } from './expire-loop.ts'
import { loopTools } from './loop-tools.ts'
import { loopView } from './loop-view.ts'
import { type StartDeps, startRoute } from './start-loop.ts'
import { type TickDeps, tickRoute } from './tick-route.ts'

export type LoopDeps = StartDeps & TickDeps

/** The routes of interviews but their stream (runtime.md 7). */
export const loopRoutes = (deps: LoopDeps): Route[] => [
  startRoute(deps),
  route(listLoopTools, async () => reply(200, { tools: loopTools() as never })),
  route(getLoop, async ({ params: { id }, headers, caller }) => {
    const scope = querentScope(caller, headers['x-querent-ids'])
    const kept = await deps.loops.find(scope.org, id)
    if (kept === undefined || !scope.sees(kept.place)) return notFound('There is no such interview')
    return reply(200, loopView(await unlessExpired(deps, kept)))
  }),
  tickRoute(deps),
]
