import { type FunctionRuntime, rowTable } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { entitlementTable } from '@signet/ledger'
import { customerTable } from '../accounts/customer-table.ts'
import { functionBooks } from '../books/books-function.ts'
import type { access } from '../contract/access.ts'
import { purchaseRow, reversalRow } from '../contract/billing-rows.ts'
import { loadProcessor } from '../stripe/load-processor.ts'
import type { MessageDeps } from './settle-message.ts'

/**
 * Builds the dependencies of worker and reconciliation. They are loaded for each event, because the API key may have
 * changed.
 */
export const settlementDeps = (runtime: FunctionRuntime<typeof access.worker>): (() => Promise<MessageDeps>) => {
  const { env, now, clients } = runtime
  const secret = clients.secrets.managed(env.STRIPE_SECRET)
  const load = loadProcessor({ secret, address: env.STRIPE_API, now })
  const deps = {
    ...runtime,
    outbox: functionOutbox(runtime),
    entitlements: entitlementTable(runtime),
    purchases: rowTable(purchaseRow, runtime),
    reversals: rowTable(reversalRow, runtime),
    books: functionBooks({
      lambda: clients.lambda,
      credits: env.IMAGES_CREDITS_FUNCTION,
      entitlements: env.USAGE_ENTITLEMENTS_FUNCTION,
    }),
  }
  return async () => {
    const processor = await load()
    return { ...deps, processor, customers: customerTable(runtime, processor.mode) }
  }
}
