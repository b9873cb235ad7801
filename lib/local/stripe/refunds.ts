import { type Desk, storeObject, updateObject } from './desk.ts'
import { invalidRequest } from './fault.ts'
import type { Charge, Dispute, Refund } from './wire-objects.ts'

export interface NewRefund {
  /** Cents; the remaining amount by default. */
  readonly amount?: number | undefined
  readonly reason?: Refund['reason'] | undefined
  readonly metadata?: Record<string, string> | undefined
}

/** @throws StripeFault if the amount exceeds the refundable amount of the charge. */
export const refund = (
  desk: Desk,
  charge: Charge,
  { amount: requestedAmount, reason = null, metadata = {} }: NewRefund,
): Refund => {
  const { book } = desk
  const refundable = charge.amount - charge.amount_refunded
  if (!charge.paid)
    throw invalidRequest(`Charge ${charge.id} cannot be refunded: it did not succeed.`, { param: 'charge' })
  if (charge.refunded || refundable <= 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (charge.disputed)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const amount = requestedAmount ?? refundable
  if (amount > refundable) {
    const [requested, available] = [amount, refundable].map((cents) => `$${(cents / 100).toFixed(2)}`)
    throw invalidRequest(`Refund amount (${requested}) is greater than unrefunded amount on charge (${available})`, {
      param: 'amount',
    })
  }
  if (amount <= 0) throw invalidRequest('This value must be greater than or equal to 1.', { param: 'amount' })
  const created = storeObject(desk, 'refund', {
    id: book.newId('refund'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: book.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  })
  const amount_refunded = charge.amount_refunded + amount
  const refunded = amount_refunded === charge.amount
  updateObject(desk, 'charge', charge, { amount_refunded, refunded }, 'charge.refunded')
  desk.emit('refund.created', created)
  return created
}

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

const RESPONSE_DAYS = 14

export const openDispute = (desk: Desk, charge: Charge, reason: string): Dispute => {
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} is already disputed.`)
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} did not succeed; there is nothing to dispute.`)
  const { book } = desk
  const dispute: Dispute = {
    id: book.newId('dispute'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: book.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: book.now() + RESPONSE_DAYS * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  }
  updateObject(desk, 'charge', charge, { disputed: true })
  storeObject(desk, 'dispute', dispute, 'charge.dispute.created')
  desk.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export const closeDispute = (desk: Desk, dispute: Dispute, outcome: 'won' | 'lost'): Dispute => {
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw invalidRequest(`Dispute ${dispute.id} is already closed.`)
  const closed = updateObject(desk, 'dispute', dispute, { status: outcome }, 'charge.dispute.closed')
  if (outcome === 'won') desk.emit('charge.dispute.funds_reinstated', closed)
  return closed
}
