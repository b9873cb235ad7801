import { createHash, randomUUID } from 'node:crypto'
import { rowTable, transact } from '@signet/kernel'
import {
  type Account,
  accountTable,
  closeAccount,
  giftPosting,
  movedAccounts,
  packPosting,
  paymentTable,
  readAccount,
  settlementTable,
  statementTable,
} from '@signet/ledger'
import { opens } from '@signet/receipts'
import { type IssuerDeps, receiptIssuer } from '@signet/receipts/issuing'
import { openingRow } from '@signet/receipts/rows'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { statementRunRow } from '../../../../lambdas/images/contract/statement-run-row.ts'
import { issueAccountStatement } from '../../../../lambdas/images/statements/account-statement.ts'
import { issueStatements } from '../../../../lambdas/images/statements/issue-statements.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { postingLine } from '../../../../layers/ledger/src/month-sums.ts'
import { atEveryCall, type CrashPoint, crashPoint } from '../../../support/crash-point.ts'
import { withOwnAccounts } from '../../../support/own-accounts.ts'
import { RECEIPT_UNITS } from '../../../support/receipt-units.ts'
import { scaled } from '../../../support/scale.ts'
import { tableMeter } from '../../../support/table-meter.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import {
  expectWholeChain,
  issuerDeps,
  noCrash,
  predicateOf,
  receiptOf,
  signersUnder,
  under,
} from '../../receipts/issuing/issuing-world.ts'

const log = createLog({ write: () => {} })
let world: TableWorld | undefined
let clock = new Date()
const now = () => clock
const table = () => {
  if (!world) throw new Error('The table is not open')
  return { db: world.db, table: TABLE, now }
}
const setClock = (time: string) => {
  clock = new Date(time)
}
beforeEach(async () => {
  await world?.close()
  world = await openTable()
})
afterAll(() => world?.close())

/** A scheduled run, which `crash` can interrupt at one call. */
const run = (crash: CrashPoint = noCrash(), signers: IssuerDeps['signers'] = signersUnder(crash)) => {
  const deps = { ...table(), db: under(table(), crash) }
  const issue = receiptIssuer(issuerDeps(deps, { now, signers }))
  return issueStatements({
    isEnabled: true,
    now,
    log,
    runs: rowTable(statementRunRow, deps),
    movedAccounts: movedAccounts(deps),
    issueStatement: issueAccountStatement({
      readAccount: (id) => readAccount(deps, id),
      statements: statementTable(deps),
      issue,
    }),
  })
}

const accounts = () => accountTable(withOwnAccounts(table()))

/** A job that is paid with credits and completed. */
const payForJob = async (account: string, credits: number): Promise<void> => {
  const payment = paymentTable(withOwnAccounts(table())).credits(await accounts().ensureCurrent(account), credits)
  const hold = await payment.hold(undefined)
  if (!('charge' in hold)) throw new Error('It cannot be paid')
  await transact(table(), async () => ({ steps: hold.steps, result: undefined }))
  const job = { tenant_id: account, job_id: randomUUID(), charge: hold.charge }
  await transact(table(), async () => ({ steps: settlementTable(table()).capture(job), result: undefined }))
}

const pack = (account: string) =>
  accounts().post(account, { type: 'pack', ref: randomUUID() }, (before) => ({
    ...packPosting(before, 'agent-credits-500'),
    cents: 1250,
  }))

const gift = (account: string, credits: number) =>
  accounts().post(account, { type: 'gift', ref: randomUUID() }, (before) => giftPosting(before, credits))

const statementOf = async (account: string, month: string) => {
  const receipt = await receiptOf(table(), account, `ledger.statement:${month}`)
  if (!receipt) return undefined
  const row = await statementTable(table()).rows.get({ account, month })
  const opening = await rowTable(openingRow, table()).get({ hash: String(row?.receipt) })
  const claims = JSON.parse(String(opening?.claims)) as Record<string, unknown>
  expect(opens(predicateOf(receipt.payload).claims, { salt: String(opening?.salt), claims })).toBe(true)
  return { receipt, claims, row }
}

const totalOf = (account: Account | undefined): number =>
  account ? account.welcome + account.purchased + account.grace + account.subscription + account.held : 0

describe('the statement of a month', () => {
  it('has the opening balance, the sums, the closing balance, and a digest of its postings', async () => {
    const account = randomUUID()
    setClock('2026-09-20T10:00:00.000Z')
    await accounts().ensureCurrent(account)
    await payForJob(account, 5)
    setClock('2026-10-02T10:00:00.000Z')
    await pack(account)
    setClock('2026-10-31T23:59:59.999Z')
    await payForJob(account, 2)
    const closing = totalOf(await readAccount(table(), account))
    // The account moves again before the statements are issued.
    setClock('2026-11-01T00:00:00.000Z')
    await payForJob(account, 1)
    setClock('2026-11-01T02:00:00.000Z')
    await run()()

    const september = await statementOf(account, '2026-09')
    expect(september?.claims).toEqual({
      month: '2026-09',
      openingCredits: 0,
      closingCredits: 45,
      postings: 2,
      sums: {
        welcome: { postings: 1, credits: 50, moneyMicroUsd: 0 },
        capture: { postings: 1, credits: -5, moneyMicroUsd: 0 },
      },
    })
    const october = await statementOf(account, '2026-10')
    expect(october?.claims).toEqual({
      month: '2026-10',
      openingCredits: 45,
      closingCredits: 543,
      postings: 2,
      sums: {
        pack: { postings: 1, credits: 500, moneyMicroUsd: 12_500_000 },
        capture: { postings: 1, credits: -2, moneyMicroUsd: 0 },
      },
    })
    expect(october?.claims.closingCredits).toBe(closing)
    const lines: string[] = []
    for await (const entry of statementTable(table()).entries(account, ['2026-10', '2026-11']))
      lines.push(postingLine(entry))
    expect(lines).toHaveLength(2)
    expect(october?.receipt.subject).toBe(createHash('sha256').update(lines.join('')).digest('hex'))
    expect(await statementOf(account, '2026-11')).toBeUndefined()
  })

  it('takes the units that docs state for it, for an account with a dozen postings', async () => {
    const account = randomUUID()
    setClock('2026-09-10T10:00:00.000Z')
    await gift(account, 10)
    setClock('2026-10-10T10:00:00.000Z')
    for (let i = 0; i < 12; i++) await payForJob(account, 1)
    setClock('2026-11-02T10:00:00.000Z')
    const deps = table()
    const issue = receiptIssuer(issuerDeps(deps, { now }))
    const statements = statementTable(deps)
    const issueStatement = issueAccountStatement({ readAccount: (id) => readAccount(deps, id), statements, issue })
    await issueStatement(account, '2026-09')
    const meter = tableMeter(deps.db)
    meter.begin()
    expect(await issueStatement(account, '2026-10')).toBe('issued')
    expect(meter.costs()).toMatchObject(RECEIPT_UNITS['ledger.statement'])
  })

  it('exists for every account with movements, except for closed ones', async () => {
    setClock('2026-10-10T10:00:00.000Z')
    const moved = Array.from({ length: 120 }, () => randomUUID())
    for (const account of moved) await gift(account, 10)
    const closedAccount = randomUUID()
    await gift(closedAccount, 10)
    await closeAccount(table(), closedAccount)
    const countedAccount = randomUUID()
    const steps = settlementTable(table()).capture({
      tenant_id: countedAccount,
      job_id: randomUUID(),
      charge: { account: countedAccount, counted_by: 'platform' },
    })
    await transact(table(), async () => ({ steps, result: undefined }))
    // By now, the index lists half of them at the next month.
    setClock('2026-11-01T00:30:00.000Z')
    for (const account of moved.slice(0, 60)) await gift(account, 1)
    await run()()
    expect(await statementOf(String(moved[0]), '2026-10')).toBeUndefined()
    setClock('2026-11-01T01:00:01.000Z')
    await run()()
    for (const account of moved) expect((await statementOf(account, '2026-10'))?.row?.closing).toBe(60)
    expect(await statementOf(closedAccount, '2026-10')).toBeUndefined()
    expect(await statementOf(countedAccount, '2026-10')).toBeUndefined()
    // The second pass finds no account left and ends the run.
    await run()()
    const finishedRun = await rowTable(statementRunRow, table()).get({ month: '2026-10' })
    expect(finishedRun).toMatchObject({ passes: 2, done_at: clock.toISOString() })
  })

  it('exists once after runs killed at any call, and the chain has no gap', async () => {
    let year = 2027
    const account = randomUUID()
    let months = 0
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      setClock(`${year}-03-05T10:00:00.000Z`)
      await gift(account, 10)
      months++
      setClock(`${year}-04-02T10:00:00.000Z`)
      await run(crash)().catch(() => undefined)
      await run()()
      await run()()
      expect((await statementOf(account, `${year}-03`))?.row?.closing, name).toBe(50 + months * 10)
      year++
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(10, 30))
    expect(await expectWholeChain(world!, account)).toHaveLength(months)
  })

  it('exists after the next run if its signer fails, which does not delay the others', async () => {
    setClock('2026-10-10T10:00:00.000Z')
    const one = randomUUID()
    const other = randomUUID()
    await gift(one, 10)
    await gift(other, 10)
    setClock('2026-11-02T10:00:00.000Z')
    let calls = 0
    const good = signersUnder(noCrash())
    const failing: IssuerDeps['signers'] = async (key) => {
      if (calls++ === 0) throw new Error('KMS is unavailable')
      return good(key)
    }
    await expect(run(noCrash(), failing)()).rejects.toThrow('1 statements could not be issued')
    const statements = await Promise.all([one, other].map((account) => statementOf(account, '2026-10')))
    expect(statements.filter(Boolean)).toHaveLength(1)
    await run()()
    expect(await statementOf(one, '2026-10')).toBeDefined()
    expect(await statementOf(other, '2026-10')).toBeDefined()
  })
})
