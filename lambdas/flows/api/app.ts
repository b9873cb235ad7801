import { randomBytes } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import { siblingsOf } from '@signet/http-client/siblings'
import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { spendGuard } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { configuredModel, guardedModel } from '@signet/language-model'
import { payingDeps } from '@signet/ledger'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import type { access } from '../contract/access.ts'
import { enhance } from '../oracle/enhance.ts'
import { oracleTable } from '../oracle/oracle-table.ts'
import { polisher } from '../oracle/polish.ts'
import { createFlowRoute } from './create-flow.ts'
import { flowRoutes } from './flow-routes.ts'
import { oracleRoutes } from './oracle-routes.ts'
import { runtimeFlows } from './runtime-flows.ts'

interface Clients {
  readonly kms: KMSClient
  readonly variables: Readonly<Record<string, string | undefined>>
}

export const app = authenticatedApp<typeof access.api, Clients>((runtime) => {
  const { env, clients } = runtime
  const issuer = env.ISSUER_URL
  const issue = receiptIssuer({ ...runtime, issuer, signers: kmsSigners(clients.kms, env), randomBytes })
  const model = guardedModel(configuredModel(clients.variables), spendGuard(runtime))
  const oracles = oracleTable(runtime)
  const deps = {
    ...runtime,
    issuer,
    oracles,
    ...payingDeps(runtime, { createdAt: organizationCreatedAt(runtime), outbox: functionOutbox(runtime) }),
    flowsFor: runtimeFlows(siblingsOf<typeof access.api>(runtime).runtime),
    enhance: enhance({ ...runtime, oracles, issue, polish: polisher(model) }),
  }
  return { routes: [createFlowRoute(deps), ...flowRoutes(deps), ...oracleRoutes(deps)] }
})
