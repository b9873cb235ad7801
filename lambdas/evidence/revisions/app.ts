import { randomBytes } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import type { SQSClient } from '@aws-sdk/client-sqs'
import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { newUuid, spendGuard } from '@signet/kernel'
import { eventBridgeBus, functionOutbox } from '@signet/kernel/events'
import { configuredModel, guardedModel } from '@signet/language-model'
import { payingDeps } from '@signet/ledger'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { attestRoutes } from '../attest/attest-route.ts'
import { attestTable } from '../attest/attest-table.ts'
import type { access } from '../contract/access.ts'
import { fillQueryRoutes } from '../gap-fill/fill-query-routes.ts'
import { fillQueue } from '../gap-fill/fill-queue.ts'
import { fillRoute } from '../gap-fill/fill-route.ts'
import { fillingTable } from '../gap-fill/filling-table.ts'
import { gapFillTable } from '../gap-fill/gap-fill-table.ts'
import { assetReader } from '../library/asset-reader.ts'
import { policyCatalog } from '../policies/policy-catalog.ts'
import { policyReader } from '../policies/policy-reader.ts'
import { configuredReviser } from '../revisers/configured-reviser.ts'
import { validationTable } from '../validations/validation-table.ts'

interface Clients {
  readonly kms: KMSClient
  readonly sqs: SQSClient
  readonly variables: Readonly<Record<string, string | undefined>>
}

export const app = authenticatedApp<typeof access.revisions, Clients>((runtime) => {
  const { env, clients } = runtime
  const paying = payingDeps(runtime, {
    createdAt: organizationCreatedAt(runtime),
    outbox: functionOutbox(runtime),
  })
  const assets = assetReader(runtime)
  const deps = {
    ...runtime,
    ...paying,
    assets,
    newId: newUuid,
    catalog: policyCatalog(policyReader(runtime)),
    fills: gapFillTable({ ...runtime, ...paying, assets }),
    fillings: fillingTable(runtime),
    validations: validationTable({ ...runtime, ...paying }),
    attestations: attestTable(runtime),
    reviser: configuredReviser(guardedModel(configuredModel(clients.variables), spendGuard(runtime))),
    bus: eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME }),
    queue: fillQueue({ sqs: clients.sqs, url: env.EVIDENCE_GAP_FILLS_QUEUE_URL }),
    issue: receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers: kmsSigners(clients.kms, env), randomBytes }),
    issuer: env.ISSUER_URL,
  }
  return { routes: [fillRoute(deps), ...fillQueryRoutes(deps), ...attestRoutes(deps)] }
})
