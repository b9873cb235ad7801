import type { Clock } from '@signet/kernel'
import type { Allowance } from '@signet/ledger'
import type { Purchases } from '../billing/purchases.ts'
import type { Images } from '../images/image-calls.ts'

export interface ToolDeps {
  readonly images: Images
  readonly allowanceOf: (grantId: string) => Promise<Allowance | undefined>
  readonly purchases: Purchases
  readonly platformUrl: string
  readonly now: Clock
}
