import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { grimoireRow } from '../contract/reading-rows.ts'
import { type Clients, inscribingDeps } from '../wiring/inscribing-deps.ts'
import { advanceDeps } from './advance-deps.ts'
import { loopQueue } from './loop-queue.ts'
import { loopRoutes } from './loop-routes.ts'
import { useTool } from './use-tool.ts'

export const app = authenticatedApp<typeof access.loops, Clients>((runtime) => {
  const { clients, env, newId } = runtime
  return {
    routes: loopRoutes({
      ...advanceDeps(runtime),
      newId,
      queue: loopQueue({ sqs: clients.sqs, url: env.LOOP_TICKS_QUEUE_URL }),
      useTool: useTool({
        grimoire: rowTable(grimoireRow, runtime),
        codegen: async () =>
          (await import('../scaffolds/deps.ts')).scaffoldDeps(runtime, inscribingDeps(runtime)).codegen,
      }),
    }),
  }
})
