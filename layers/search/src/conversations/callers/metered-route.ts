import type { RequestContext, Route } from '@signet/kernel'
import type { Counts, Meter } from '../meter-table.ts'
import { workspaceOf } from './workspace.ts'

export const meteredRoute = ({ note, flush }: Meter, counts: Counts, route: Route): Route => ({
  ...route,
  async run(request: RequestContext) {
    const answer = await route.run(request as never)
    note(workspaceOf(request.caller), counts)
    await flush()
    return answer
  },
})
