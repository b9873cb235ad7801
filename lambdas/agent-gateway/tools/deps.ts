import type { SiblingCalls } from '@signet/http-client/siblings'
import type { Clock } from '@signet/kernel'
import type { Allowance } from '@signet/ledger'
import type { access } from '../contract/access.ts'

type Siblings = SiblingCalls<typeof access.mcp>

export interface ToolDeps {
  readonly runtime: Siblings['runtime']
  readonly platform: Siblings['platform']
  readonly allowanceOf: (grantId: string) => Promise<Allowance | undefined>
  readonly platformUrl: string
  readonly now: Clock
}
