import { eraseAccount } from '@signet/erasure'
import { opens } from '@signet/receipts'
import { RECEIPT_ROWS } from '@signet/receipts/rows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receiptRecords } from '../../../../lambdas/receipts/erasure/receipt-records.ts'
import { atEveryCall, crashPoint } from '../../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import { filesOf, recordsIn } from '../../erasure/account-rows.ts'
import {
  expectWholeChain,
  IMAGE,
  issuerIn,
  ofJob,
  predicateOf,
  STATEMENT,
  sha256,
  ticking,
  under,
} from '../issuing/issuing-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const deps = (client: Pick<TableWorld, 'db'> = world) => ({ db: client.db, table: TABLE, now: ticking })
const accountOf = (org_id: string | null) => ({ org_id, user_id: 'u', email: null })
const erase = (org: string | null, on?: Pick<TableWorld, 'db'>) => eraseAccount(deps(on), RECEIPT_ROWS, accountOf(org))
const openingsOf = async (org: string) => (await world.rows('RECEIPTOPENING#')).filter((row) => row.org === org)

const issueFor = async (org: string) => {
  for (const job of ['j1', 'j2', 'j3']) await issuerIn(world)(IMAGE, ofJob(org, job))
  const month = { org, key: 'ledger.statement:2026-10', subject: { sha256: sha256(org) }, claims: { month: '2026-10' } }
  await issuerIn(world)(STATEMENT, month)
}

it('erases the openings of private claims; receipts and their chain stay', async () => {
  for (const org of ['ada', 'bob']) await issueFor(org)
  await atEveryCall(crashPoint, async (crash) => {
    await erase('ada', { db: under(world, crash) }).catch(() => undefined)
  })
  expect(await erase('ada')).toBe('done')
  expect(await openingsOf('ada')).toEqual([])
  expect(await openingsOf('bob')).toHaveLength(3)
  expect(await expectWholeChain(world, 'ada')).toHaveLength(4)
  // A person without an organization has no receipts.
  expect(await erase(null)).toBe('done')
  expect(await openingsOf('bob')).toHaveLength(3)
})

it('exports every receipt as it was signed, with its claims and the opening of private claims', async () => {
  await issueFor('eve')
  const files = await filesOf(deps(), RECEIPT_ROWS, accountOf('eve'), receiptRecords(deps()))
  expect([...files.keys()]).toEqual(['receipts.jsonl'])
  const [first, second, third, fourth] = recordsIn(files, 'receipts')
  expect([first, second, third, fourth]).toMatchObject([
    { seq: 1, kind: 'image' },
    { seq: 2, kind: 'image' },
    { seq: 3, kind: 'image' },
    { seq: 4, kind: 'ledger.statement', claims: { month: '2026-10' } },
  ])
  const { envelope, opening } = first as { envelope: { payload: string }; opening: Parameters<typeof opens>[1] }
  expect(opens(predicateOf(envelope.payload).claims, opening)).toBe(true)
  expect(fourth?.opening).toBeUndefined()
})
