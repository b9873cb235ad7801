import type { EntitlementChange, PackId, SubscriptionPlan as Plan } from '@signet/ledger'

/** Purchases that the image service books (its function `credits`). The id of each purchase makes it count once. */
export type Purchase =
  | { readonly op: 'grant_pack'; readonly account_id: string; readonly payment_id: string; readonly pack_id: PackId }
  | {
      readonly op: 'pay_month'
      readonly account_id: string
      readonly invoice_id: string
      readonly plan: Plan
      readonly paid_cents: number
      readonly period_start: string
      readonly period_end: string
    }
  | {
      readonly op: 'take_month' | 'return_month'
      readonly account_id: string
      readonly invoice_id: string
      readonly turn: number
      readonly plan: Plan
      readonly period_start: string
      readonly period_end: string
      readonly found_at: string
    }
  | { readonly op: 'give'; readonly account_id: string; readonly gift_id: string; readonly credits: number }
  | {
      readonly op: 'end_plan'
      readonly account_id: string
      readonly subscription_id: string
      readonly ended_at: string
    }
  | {
      readonly op: 'refund'
      readonly account_id: string
      readonly refund_id: string
      readonly credits: number
      readonly cents: number
    }

/**
 * Ledgers of purchases: the image service records credits and plan, the platform records the tier. Repeating a booking
 * changes nothing.
 */
export interface Books {
  book(purchase: Purchase): Promise<void>
  entitle(change: EntitlementChange): Promise<void>
}
