import { DEPARTURE_DUE } from '@signet/erasure/access'
import { opens } from '@signet/receipts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseOpenings, takeReceipts } from '../../../../lambdas/receipts/leave/leave-receipts.ts'
import { atEveryCall, crashPoint } from '../../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
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

const deps = (on: Pick<TableWorld, 'db'> = world) => ({ db: on.db, table: TABLE, now: ticking })
const departure = (org_id: string | null) => ({ departure_id: 'd', org_id, user_id: 'u', email: null })
const openingsOf = async (org: string) => (await world.rows('RECEIPTOPENING#')).filter((row) => row.org === org)

const issueFor = async (org: string) => {
  for (const job of ['j1', 'j2', 'j3']) await issuerIn(world)(IMAGE, ofJob(org, job))
  const month = { org, key: 'ledger.statement:2026-10', subject: { sha256: sha256(org) }, claims: { month: '2026-10' } }
  await issuerIn(world)(STATEMENT, month)
}

it('who leaves takes what opens private claims along; receipts, chain and what waits for the log stay', async () => {
  expect(DEPARTURE_DUE).toContain('departure')
  for (const org of ['ada', 'bob']) await issueFor(org)
  await atEveryCall(crashPoint, async (cut) => {
    await eraseOpenings(deps({ db: under(world, cut) }))(departure('ada')).catch(() => undefined)
  })
  expect(await eraseOpenings(deps())(departure('ada'))).toBe('done')
  expect(await openingsOf('ada')).toEqual([])
  expect(await openingsOf('bob')).toHaveLength(3)
  expect(await expectWholeChain(world, 'ada')).toHaveLength(4)
  // A person alone has no receipts: they are of organisations.
  expect(await eraseOpenings(deps())(departure(null))).toBe('done')
  expect(await openingsOf('bob')).toHaveLength(3)
})

it('a copy has every receipt as it was signed, with its claims, and what proves those that are private', async () => {
  await issueFor('eve')
  const whose = { export_id: 'e', org_id: 'eve', user_id: 'u', email: null }
  const files: { path: string; bytes: Uint8Array }[] = []
  for await (const file of takeReceipts(deps())(whose)) files.push(file)
  expect(files.map(({ path }) => path)).toEqual(['receipts.jsonl'])
  const lines = Buffer.from(files[0]?.bytes ?? [])
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, 'image'],
    [2, 'image'],
    [3, 'image'],
    [4, 'ledger.statement'],
  ])
  expect(opens(predicateOf(lines[0].envelope.payload).claims, lines[0].opening)).toBe(true)
  expect([lines[3].claims, lines[3].opening]).toEqual([{ month: '2026-10' }, undefined])
})
