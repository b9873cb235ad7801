import { functionOutbox } from '@signet/events'
import { authenticatedApp, organisationCreatedAt } from '@signet/identity'
import { quotas } from '@signet/kernel'
import { meters, organisationRecords, quotaNotices, standings, UPGRADE_PATH } from '@signet/ledger'
import { siblingsOf } from '@signet/siblings'
import type { access } from '../contract/access.ts'
import { consultationRoutes } from './consultation-routes.ts'
import { runtimeRoles } from './runtime-roles.ts'

/** Wires the function of consultations. */
export const app = authenticatedApp<typeof access.api>((runtime) => {
  const { env, now, log } = runtime
  const standingOf = standings({ lookUp: organisationRecords(runtime, organisationCreatedAt(runtime)), now, log })
  const ceiling = Number(env.ORGANISATION_CEILING)
  return {
    routes: consultationRoutes({
      ...runtime,
      meters: meters({ quotas: quotas(runtime, UPGRADE_PATH), standingOf, ceiling }),
      notices: quotaNotices({ ...runtime, outbox: functionOutbox(runtime) }),
      rolesFor: runtimeRoles(siblingsOf<typeof access.api>(runtime).runtime),
    }),
  }
})
