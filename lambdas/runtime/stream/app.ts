import { authenticatedApp } from '@signet/identity'
import type { access } from '../contract/access.ts'
import { loopTable } from '../loops/loop-table.ts'
import { streamRoute } from '../loops/stream-route.ts'

export const app = authenticatedApp<typeof access.stream>((runtime) => ({
  routes: [streamRoute({ loops: loopTable(runtime), now: runtime.now })],
}))
