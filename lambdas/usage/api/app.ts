import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { quotas } from '@signet/kernel'
import { meters, organizationRecords, tierStatuses, UPGRADE_PATH } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { usageRoute } from './usage-route.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const { env, now, log } = runtime
  const tierStatusOf = tierStatuses({ lookUp: organizationRecords(runtime, organizationCreatedAt(runtime)), now, log })
  const counters = quotas(runtime, UPGRADE_PATH)
  return {
    routes: [
      usageRoute({ meters: meters({ quotas: counters, tierStatusOf, ceiling: Number(env.ORGANIZATION_CEILING) }) }),
    ],
  }
})
