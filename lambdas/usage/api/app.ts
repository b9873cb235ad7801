import { callersOf } from '@signet/identity'
import { apiApp, quotas } from '@signet/kernel'
import { meters, standings, UPGRADE_PATH } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { lookUpOrganisation } from './look-up-organisation.ts'
import { usageRoute } from './usage-route.ts'

/** The function of usage, wired. */
export const app = apiApp<typeof access.api>((runtime) => {
  const { now, log } = runtime
  const standingOf = standings({ lookUp: lookUpOrganisation(runtime), now, log })
  const deps = { ...runtime, meters: meters({ quotas: quotas(runtime, UPGRADE_PATH), standingOf }) }
  return {
    routes: [usageRoute(deps)],
    callers: callersOf(runtime, { keyPrefix: 'plat_' }),
  }
})
