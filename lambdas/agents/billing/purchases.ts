import type { Caller } from '@signet/kernel'
import type { PackId } from '@signet/ledger'
import type { ToolFailure } from '@signet/tools'

/** Whether somebody could buy credits now. */
export interface Eligibility {
  readonly hasSavedCard: boolean
  /** Why nobody could, in a sentence; null: somebody could. */
  readonly reason: string | null
}

/** A pack that was paid, or is being paid. */
export interface Purchase {
  readonly purchase_id: string
  readonly packId: PackId
  readonly credits: number
  readonly amount_usd: string
  /** pending: the bank has not decided. */
  readonly status: 'completed' | 'pending'
  readonly balance: number
}

/** Buys packs of credits with the saved card of whoever let the agent in. */
export interface Purchases {
  eligibilityOf(caller: Caller): Promise<Eligibility>
  /** The same key again answers the same purchase, and charges nothing; with another pack it is refused. */
  buy(
    caller: Caller,
    order: { readonly packId: PackId; readonly idempotencyKey: string },
  ): Promise<Purchase | ToolFailure>
}
