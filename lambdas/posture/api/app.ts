import { randomBytes } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { functionOutbox } from '@signet/kernel/events'
import { creditOf, payingDeps, type Scopes } from '@signet/ledger'
import { intakeTable } from '@signet/posture/intakes'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import type { access } from '../contract/access.ts'
import { caiqRoute } from '../intakes/caiq-route.ts'
import { intakeQueryRoutes } from '../intakes/query-routes.ts'
import { rulesRoute } from '../intakes/rules-route.ts'
import { submitRoute } from '../intakes/submit-route.ts'

export const app = authenticatedApp<typeof access.api, { readonly kms: KMSClient }>((runtime) => {
  const { env, clients } = runtime
  const ledgerDeps = {
    ...runtime,
    ...payingDeps(runtime, { createdAt: organizationCreatedAt(runtime), outbox: functionOutbox(runtime) }),
  }
  const deps = {
    ...ledgerDeps,
    creditFor: (scopes: Scopes, request: string) => creditOf(ledgerDeps, scopes, request),
    issue: receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers: kmsSigners(clients.kms, env), randomBytes }),
    intakes: intakeTable(runtime),
  }
  return { routes: [submitRoute(deps), ...intakeQueryRoutes(deps), rulesRoute(), caiqRoute(deps)] }
})
