import { apiApp, managedSecret, rowTable } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { webhookEventRow } from '../contract/webhook-row.ts'
import { eventQueue } from './event-queue.ts'
import { webhookRoute } from './webhook-route.ts'

/**
 * Wires the function that receives webhook events. The signature authenticates the sender, so requests have no caller.
 */
export const app = apiApp<typeof access.webhook>((runtime) => {
  const { env, secrets, now, clients } = runtime
  const deps = {
    ...runtime,
    secret: managedSecret({ client: secrets, id: env.STRIPE_SECRET, now }),
    events: rowTable(webhookEventRow, runtime),
    queue: eventQueue({ sqs: clients.sqs, url: env.STRIPE_EVENTS_QUEUE_URL }),
  }
  return { routes: [webhookRoute(deps)] }
})
