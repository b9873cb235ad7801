import type { Clock } from '@signet/kernel'
import type { Allowance } from '@signet/ledger'
import type { Purchases } from '../billing/purchases.ts'
import type { Images } from '../images/image-calls.ts'

/** Dependencies of the tools. */
export interface ToolDeps {
  readonly images: Images
  /** The spending limits of an agent's grant. */
  readonly allowanceOf: (grantId: string) => Promise<Allowance | undefined>
  /** Purchases with a saved card. */
  readonly purchases: Purchases
  /** Address of the platform, where people manage their agents. */
  readonly platformUrl: string
  readonly now: Clock
}
