import type { Ask } from '@signet/http-client/siblings'
import type { Clock } from '@signet/kernel'
import type { Allowance } from '@signet/ledger'
import type { access } from '../contract/access.ts'

type Siblings = Ask<typeof access.mcp>

/** Dependencies of the tools. */
export interface ToolDeps {
  readonly runtime: Siblings['runtime']
  readonly platform: Siblings['platform']
  /** The grant of an agent: whether the person has shut it out. */
  readonly allowanceOf: (grantId: string) => Promise<Allowance | undefined>
  /** Address of the platform, where people manage their agents and plans. */
  readonly platformUrl: string
  readonly now: Clock
}
