import type { RowTable } from '@signet/kernel'
import type { purchaseRow, reversalRow } from '../contract/billing-rows.ts'
import { type SettleDeps, settleCustomer } from '../plans/settle-customer.ts'
import { settlePayment } from './settle-payment.ts'
import { settleReversal } from './settle-reversal.ts'
import type { StripeMessage, Subject } from './stripe-message.ts'

export interface MessageDeps extends SettleDeps {
  readonly purchases: RowTable<typeof purchaseRow>
  readonly reversals: RowTable<typeof reversalRow>
}

type Settle = (message: StripeMessage) => Promise<unknown>

const settleCard = async (deps: MessageDeps, customer: string): Promise<void> => {
  const { processor, customers } = deps
  const org = await customers.organizationOf(customer)
  if (org === undefined) return
  const hasSavedCard = await processor.hasSavedCard(customer)
  if (hasSavedCard !== undefined) return customers.setHasSavedCard(org, hasSavedCard)
  // `undefined`: the customer was deleted at the processor.
  await settleCustomer(deps)(customer)
  await customers.unlinkCustomer(org, customer)
}

const settleCheckout = async (deps: MessageDeps, id: string): Promise<void> => {
  const { processor } = deps
  const session = await processor.checkout(id)
  if (!session?.isPaid) return
  const payment = session.paymentId === undefined ? undefined : await processor.payment(session.paymentId)
  if (payment) await settlePayment(deps)(payment)
  if (session.customerId === undefined) return
  await settleCustomer(deps)(session.customerId)
  await settleCard(deps, session.customerId)
}

const settlers = (deps: MessageDeps): Readonly<Record<Subject, Settle>> => {
  const { processor } = deps
  const customer: Settle = async ({ customer_id }) => customer_id && settleCustomer(deps)(customer_id)
  return {
    customer,
    card: async ({ customer_id }) => customer_id && settleCard(deps, customer_id),
    checkout: ({ object_id }) => settleCheckout(deps, object_id),
    async invoice(message) {
      const paid = await processor.invoice(message.object_id)
      return paid ? settleCustomer(deps)(paid.customerId, paid) : customer(message)
    },
    async payment({ object_id }) {
      const payment = await processor.payment(object_id)
      return payment && settlePayment(deps)(payment)
    },
    async charge({ object_id }) {
      for (const refund of await processor.refundsOf(object_id)) await settleReversal(deps)(refund)
    },
    async refund({ object_id }) {
      const refund = await processor.refund(object_id)
      return refund && settleReversal(deps)(refund)
    },
    async dispute({ object_id }) {
      const dispute = await processor.dispute(object_id)
      return dispute && settleReversal(deps)(dispute)
    },
  }
}

/** Records the current state of an event's object. Events may arrive late, twice and in any order. */
export const settleMessage =
  (deps: MessageDeps) =>
  async (message: StripeMessage): Promise<void> => {
    await settlers(deps)[message.subject](message)
    deps.log.info('event handled', { event_id: message.event_id, type: message.type })
  }
