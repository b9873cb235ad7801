import type { Caller, Clock } from '@signet/kernel'
import type { Allowance } from '@signet/ledger'
import type { Purchases } from '../billing/purchases.ts'
import type { ImageService } from '../images/image-service.ts'

/** What the tools work with. */
export interface ToolDeps {
  readonly imagesFor: (caller: Caller) => ImageService
  /** What the person lets an agent spend, by its grant. */
  readonly allowanceOf: (grantId: string) => Promise<Allowance | undefined>
  /** Where credits are bought with a saved card. */
  readonly purchases: Purchases
  /** Address of the platform, where people see what their agents may do. */
  readonly platformUrl: string
  readonly now: Clock
}
