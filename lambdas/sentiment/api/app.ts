import { authenticatedApp } from '@signet/identity'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { OWN_ADDRESSES, webhookSecrets } from '@signet/notifications/webhooks'
import type { access } from '../contract/access.ts'
import { batchTable } from '../cycles/batch-table.ts'
import { deliveryQueue } from '../cycles/delivery-queue.ts'
import { endpointTable } from '../deliver/endpoint-table.ts'
import { testDelivery } from '../deliver/test-delivery.ts'
import { credentialStore } from '../monitors/credential-store.ts'
import { monitorTable } from '../monitors/monitor-table.ts'
import { changeMonitorRoute } from './change-monitor.ts'
import { createMonitorRoute } from './create-monitor.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { monitorRoutes } from './monitor-routes.ts'
import { progressTable } from './progress-table.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const { env, secrets: client, now, newId, pepper, clients } = runtime
  const allowsLoopback = env.WEBHOOK_LOOPBACK === 'allowed'
  const secrets = webhookSecrets(pepper, now)
  const allowAddresses = allowsLoopback ? OWN_ADDRESSES : []
  const deps = {
    ...runtime,
    monitors: monitorTable(runtime),
    credentials: credentialStore(client, env.SENTIMENT_STORE, newId),
    endpoints: endpointTable(runtime),
    batches: batchTable(runtime),
    progress: progressTable(runtime),
    deliveries: deliveryQueue({ sqs: clients.sqs, url: env.SENTIMENT_DELIVERIES_QUEUE_URL }),
    secrets,
    test: testDelivery({ fetch: guardedFetch, allowAddresses, secrets, newId, now }),
    allowsLoopback,
    mode: env.MENTIONS === 'live' ? ('live' as const) : ('simulated' as const),
    hasComprehend: env.COMPREHEND === 'on',
    stage: env.STAGE,
  }
  return {
    routes: [createMonitorRoute(deps), changeMonitorRoute(deps), ...monitorRoutes(deps), ...deliveryRoutes(deps)],
  }
})
