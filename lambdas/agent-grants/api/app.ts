import { authenticatedApp, memberGuard, sessionReader } from '@signet/identity'
import { approveRequest, grantTable, requestTable } from '@signet/identity/oauth'
import { allowanceTable } from '@signet/ledger'
import { actingFor } from '../answer/acting-for.ts'
import { consentRoutes } from '../answer/consent-routes.ts'
import type { access } from '../contract/access.ts'
import { grantRoutes } from '../grants/grant-routes.ts'
import { formProofs } from '../page/form-proof.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const tables = { ...runtime, allowances: allowanceTable(runtime) }
  const deps = {
    readSession: sessionReader(runtime),
    requests: requestTable(runtime),
    grants: grantTable(tables),
    approve: approveRequest({ ...tables, guard: memberGuard(runtime) }),
    proofs: formProofs(runtime.pepper),
    actsFor: actingFor(runtime),
    dailyCents: Number(runtime.env.DAILY_PURCHASE_CENTS),
  }
  return {
    routes: [...consentRoutes(deps), ...grantRoutes(deps)],
  }
})
