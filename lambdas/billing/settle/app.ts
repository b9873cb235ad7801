import type { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import type { LambdaClient } from '@aws-sdk/client-lambda'
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { eventBridgeBus, outbox, outboxTable } from '@signet/events'
import { createLog, emfMetrics, managedSecret, rowTable, systemClock } from '@signet/kernel'
import type { EnvironmentOf } from '@signet/kernel/access'
import { entitlementTable } from '@signet/ledger'
import { customerTable } from '../accounts/customer-table.ts'
import { functionBooks } from '../books/books-function.ts'
import type { access } from '../contract/access.ts'
import { purchaseRow, reversalRow } from '../contract/billing-rows.ts'
import { loadProcessor } from '../stripe/load-processor.ts'
import type { MessageDeps } from './settle-message.ts'

interface Start {
  readonly name: string
  readonly env: EnvironmentOf<typeof access.worker>
  readonly db: DynamoDBDocumentClient
  readonly secrets: SecretsManagerClient
  readonly lambda: LambdaClient
  readonly eventBridge: EventBridgeClient
}

/** Dependencies of worker and reconciliation; loaded for each event, because the key may have changed. */
export const settling = ({ name, env, db, secrets, lambda, eventBridge }: Start): (() => Promise<MessageDeps>) => {
  const now = systemClock
  const tables = { db, table: env.TABLE_NAME, now }
  const secret = managedSecret({ client: secrets, id: env.STRIPE_SECRET, now })
  const load = loadProcessor({ secret, address: env.STRIPE_API, now })
  const log = createLog({ fields: { function: name } })
  const bus = eventBridgeBus({ client: eventBridge, name: env.EVENT_BUS_NAME })
  const deps = {
    ...tables,
    outbox: outbox({ table: outboxTable(tables), bus, log }),
    entitlements: entitlementTable(tables),
    purchases: rowTable(purchaseRow, tables),
    reversals: rowTable(reversalRow, tables),
    books: functionBooks({
      lambda,
      credits: env.IMAGEGEN_CREDITS_FUNCTION,
      entitlements: env.USAGE_ENTITLEMENTS_FUNCTION,
    }),
    log,
    metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: name } }),
  }
  return async () => {
    const processor = await load()
    return { ...deps, processor, customers: customerTable(tables, processor.mode) }
  }
}
