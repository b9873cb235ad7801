import { type Clock, type Log, type NewId, quotas, type TableDeps } from '@signet/kernel'
import { entitlementTable, standings, UPGRADE_PATH } from '@signet/ledger'
import { paidRun } from './paid-run.ts'

interface PaidRunsDeps extends TableDeps {
  readonly now: Clock
  readonly newId: NewId
  readonly log: Pick<Log, 'warn'>
}

/**
 * The guard of what costs a credit on the platform (runtime.md 12, ruling 30), over the tables of a function. Its access
 * has PAID_RUN_ROWS. While the tier cannot be looked up, the last known one counts, then the free one.
 */
export const paidRuns = (deps: PaidRunsDeps) => {
  const entitlements = entitlementTable(deps)
  const lookUp = async (org: string) => ({ entitlement: await entitlements.read(org), createdAt: undefined })
  const standingOf = standings({ ...deps, lookUp })
  const tierOf = async (org: string) => (await standingOf(org)).tier
  return paidRun({ ...deps, tierOf, quotas: quotas(deps, UPGRADE_PATH) })
}

export type PaidRuns = ReturnType<typeof paidRuns>
