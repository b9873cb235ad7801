import type { TableDeps, WriteStep } from '@signet/kernel'
import { type Account, BUCKETS, type Bucket, creditsOf, isLapsed } from './account.ts'
import { usageItemKey } from './account-keys.ts'
import { readAccount } from './balance-table.ts'
import { balanceUpdate } from './balance-update.ts'
import type { Charge, CreditCharge } from './charge.ts'
import { entryPut, type LedgerLine, linesOf } from './ledger-entry.ts'

/** The job whose charge is settled. */
export interface ChargedJob {
  readonly tenant_id: string
  readonly job_id: string
  readonly charge?: Charge
}

/** Steps that settle a job's charge, to be written together with the write that ends the job: so they happen once. */
export interface SettlementTable {
  /** Held credits become consumed ones. */
  capture(job: ChargedJob): readonly WriteStep[]
  /** Held credits go back to where they came from. Read again before every attempt. */
  release(job: ChargedJob): Promise<readonly WriteStep[]>
}

/** Where a released part goes: credits of buckets that were cut anew meanwhile come back as purchased ones. */
const homeOf = (bucket: Bucket, { epoch }: CreditCharge, account: Account, now: Date): Bucket | 'expired' => {
  if (bucket === 'wel' || bucket === 'pur') return bucket
  if (epoch !== account.epoch) return 'pur'
  return bucket === 'gra' && isLapsed(account, now) ? 'expired' : bucket
}

const released = (charge: CreditCharge, account: Account, now: Date) => {
  const lines: LedgerLine[] = []
  const add: Partial<Record<Bucket | 'expired', number>> = {}
  for (const bucket of BUCKETS) {
    const n = charge.parts[bucket] ?? 0
    const home = homeOf(bucket, charge, account, now)
    add[home] = (add[home] ?? 0) + n
    lines.push(...linesOf([bucket, home, n]))
  }
  // Refunded credits that were held at the refund are paid back as soon as they are free again.
  const paid = Math.min(account.owed, add.pur ?? 0)
  lines.push(...linesOf(['pur', 'clawed', paid]))
  const freed = { ...add, pur: (add.pur ?? 0) - paid, held: -creditsOf(charge.parts) }
  return { lines, add: { ...freed, owed: -paid, clawed: paid, base: -paid - (add.expired ?? 0) } }
}

const quotaRelease = (table: string, scope: string, month: string): WriteStep => ({
  Update: {
    TableName: table,
    Key: usageItemKey(scope, month),
    UpdateExpression: 'SET used = used - :one',
    ConditionExpression: 'used >= :one',
    ExpressionAttributeValues: { ':one': 1 },
  },
})

/** Settlements over the one table (docs/adr/0013). */
export const settlementTable = (deps: Pick<TableDeps, 'db' | 'table' | 'now'>): SettlementTable => ({
  capture({ job_id, charge }) {
    if (!charge || 'quota' in charge) return []
    const { account, parts } = charge
    const credits = creditsOf(parts)
    const at = deps.now().toISOString()
    const lines = linesOf(...BUCKETS.map((bucket) => [bucket, 'consumed', parts[bucket] ?? 0] as const))
    return [
      balanceUpdate(deps.table, account, {
        add: { held: -credits, consumed: credits },
        when: [['held', '>=', credits]],
      }),
      entryPut(deps.table, account, { type: 'capture', ref: job_id, at, lines }),
    ]
  },

  async release({ tenant_id, job_id, charge }) {
    if (!charge) return []
    if ('quota' in charge) return [quotaRelease(deps.table, tenant_id, charge.quota)]
    const now = deps.now()
    const account = await readAccount(deps, charge.account)
    if (!account) throw new Error(`The account of job ${job_id} has no balance`)
    const { lines, add } = released(charge, account, now)
    return [
      balanceUpdate(deps.table, account.id, {
        add,
        when: [
          ['held', '>=', creditsOf(charge.parts)],
          ['epoch', '=', account.epoch],
          ['owed', '=', account.owed],
          ['gra_exp', '=', account.gra_exp],
        ],
      }),
      entryPut(deps.table, account.id, { type: 'release', ref: job_id, at: now.toISOString(), lines }),
    ]
  },
})
