import { addMs, Refusal } from '@signet/kernel'
import { LOOK_BACK_MS, settleCustomer } from '../plans/settle-customer.ts'
import type { MessageDeps } from '../settle/settle-message.ts'
import { settlePayment } from '../settle/settle-payment.ts'
import { settleReversal } from '../settle/settle-reversal.ts'

export interface Reconciliation {
  readonly compared: number
  readonly repaired: number
  /** Number of failed repairs; the next run retries them. */
  readonly failed: number
}

/** A stage without processor credentials has nothing to reconcile. */
const ignoreMissingCredentials = (error: unknown): undefined => {
  if (error instanceof Refusal && error.code === 'unavailable') return undefined
  throw error
}

/**
 * Compares subscriptions, payments, refunds and disputes of the last 35 days with the records, and repairs differences
 * as events would. Recovers from an outage that lasts longer than Stripe retries events. A metric counts the repairs.
 */
export const reconcile = (load: () => Promise<MessageDeps>) => async (): Promise<Reconciliation> => {
  const deps = await load().catch(ignoreMissingCredentials)
  if (deps === undefined) return { compared: 0, repaired: 0, failed: 0 }
  const { processor, log, metrics, now } = deps
  const since = addMs(now(), -LOOK_BACK_MS)
  const result = { compared: 0, repaired: 0, failed: 0 }
  const repair = async (recordId: string, work: () => Promise<boolean | undefined>): Promise<void> => {
    result.compared += 1
    try {
      if (!(await work())) return
      result.repaired += 1
      log.warn('record differed from the payment processor', { what: recordId })
    } catch (error) {
      result.failed += 1
      log.error('record comparison failed', { what: recordId, error })
    }
  }
  for await (const id of processor.payingCustomers(since)) await repair(id, () => settleCustomer(deps)(id))
  for await (const payment of processor.paymentsSince(since))
    await repair(payment.id, () => settlePayment(deps)(payment))
  for await (const each of processor.reversalsSince(since)) await repair(each.id, () => settleReversal(deps)(each))
  metrics.record('BillingDrift', result.repaired)
  metrics.record('BillingNotCompared', result.failed)
  log.info('reconciliation finished', result)
  return result
}
