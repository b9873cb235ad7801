import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '@signet/kernel'
import { accountTable } from '@signet/ledger'
import { balanceRow } from '@signet/ledger/rows'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jobItemKey, keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import { splitOf } from '../../../layers/ledger/src/account.ts'
import { withOwnAccounts } from '../../support/own-accounts.ts'
import { scaled } from '../../support/scale.ts'
import { TABLE } from '../../support/table-world.ts'
import { keepsInvariants } from './keeps-invariants.ts'
import { type Admit, heldSchedule, ledgerRunner, ledgerSchedule, productionAdmit } from './ledger-schedules.ts'

/**
 * The planted fault that the test must find: read, subtract, write back, in one transaction but without a condition.
 */
const readModifyWrite: Admit = async (deps, row, price) => {
  const account = await accountTable(withOwnAccounts(deps)).ensureCurrent(row.tenant_id)
  const parts = splitOf(account, price, deps.now())
  if (!parts) return row.job_id
  const taken = Object.fromEntries(Object.entries(parts).map(([name, n]) => [name, account[name as 'welcome'] - n]))
  const Item = { ...rowKey(balanceRow, { account: row.tenant_id }), ...account, ...taken, held: account.held + price }
  const charge = { account: row.tenant_id, epoch: account.epoch, parts }
  const job = { ...jobItemKey(keyOf(row)), ...row, charge }
  const TransactItems = [Item, job].map((each) => ({ Put: { TableName: TABLE, Item: each } }))
  await deps.db.send(new TransactWriteCommand({ TransactItems })).catch((error: unknown) => {
    if (!(error instanceof TransactionCanceledException)) throw error
  })
  return row.job_id
}

/** The planted fault of a release that ignores redistributed buckets: every hold is stored with the next epoch. */
const holdInNextEpoch: Admit = async (deps, row, price, key) => {
  const jobId = await productionAdmit(deps, row, price, key)
  if (jobId !== row.job_id) return jobId
  const { epoch } = await accountTable(withOwnAccounts(deps)).read(row.tenant_id)
  await deps.db.send(
    new UpdateCommand({
      TableName: TABLE,
      Key: jobItemKey(keyOf(row)),
      UpdateExpression: 'SET charge.epoch = :next',
      ExpressionAttributeValues: { ':next': epoch + 1 },
    }),
  )
  return jobId
}

const invariantIdOf = (problem: string): string => problem.match(/^I\d+/)?.[0] ?? problem

describe('the ledger', () => {
  keepsInvariants({ seed: 20_261_121 })

  it('detects a plain read-modify-write', async () => {
    const ledger = await ledgerRunner(readModifyWrite)
    const broken = new Set<string>()
    for (const [premise, events, seed] of fc.sample(ledgerSchedule(), { numRuns: scaled(150, 500), seed: 1 })) {
      for (const problem of await ledger.run(premise, events, seed)) broken.add(invariantIdOf(problem))
    }
    expect([...broken]).toEqual(expect.arrayContaining(['I3', 'I8']))
  })

  it('does not detect it in schedules of one event, because the fault needs concurrency', async () => {
    const ledger = await ledgerRunner(readModifyWrite)
    for (const [premise, [first], seed] of fc.sample(ledgerSchedule(), { numRuns: scaled(60, 200), seed: 2 })) {
      expect(await ledger.run(premise, first ? [first] : [], seed)).toEqual([])
    }
  })

  it('detects a release into redistributed buckets', async () => {
    const ledger = await ledgerRunner(holdInNextEpoch)
    const broken = new Set<string>()
    for (const [premise, events, seed] of fc.sample(heldSchedule(), { numRuns: scaled(80, 200), seed: 4 })) {
      for (const problem of await ledger.run(premise, events, seed)) broken.add(invariantIdOf(problem))
    }
    expect([...broken]).toContain('I14')
  })
})
