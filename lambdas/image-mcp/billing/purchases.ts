import type { PackId } from '@signet/ledger'
import type { ToolContext, ToolFailure } from '@signet/mcp'

export type PurchaseContext = Pick<ToolContext, 'caller' | 'signal' | 'traceId'>

export interface Eligibility {
  readonly hasSavedCard: boolean
  /** Reason why the caller cannot buy; null if it can. */
  readonly reason: string | null
}

export interface Purchase {
  readonly purchase_id: string
  readonly packId: PackId
  readonly credits: number
  readonly amount_usd: string
  /** pending: the bank has not decided yet. */
  readonly status: 'completed' | 'pending'
  readonly balance: number
}

export interface Purchases {
  eligibilityOf(context: PurchaseContext): Promise<Eligibility | ToolFailure>
  /**
   * Buys a pack. Repeating the call with the same key returns the same purchase and charges nothing. The same key with
   * another pack is refused.
   */
  buy(
    context: PurchaseContext,
    order: { readonly packId: PackId; readonly idempotencyKey: string },
  ): Promise<Purchase | ToolFailure>
}
