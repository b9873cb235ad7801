import { authenticatedApp } from '@signet/identity'
import { newUuid, rowTable } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import type { access } from '../contract/access.ts'
import { subscriberRoutes, subscriptionRoutes } from './subscription-routes.ts'
import { subscriptionTable } from './subscription-table.ts'

export const app = authenticatedApp<typeof access.subscriptions>((runtime) => {
  const subscriptions = subscriptionTable({ ...runtime, outbox: functionOutbox(runtime) })
  const owners = rowTable(slugOwnerRow, runtime)
  const slugs = rowTable(slugRow, runtime)
  const deps = { ...runtime, newId: newUuid, subscriptions, owners, slugs }
  return { routes: [...subscriptionRoutes(deps), ...subscriberRoutes(deps)] }
})
