import { rowTable } from '@signet/kernel'
import { receiptRow } from '@signet/receipts/rows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findingRoute } from '../../../lambdas/runtime/agents/finding-route.ts'
import { findingRow } from '../../../lambdas/runtime/contract/finding-rows.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { ticking } from '../receipts/issuing/issuing-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const CALLER = { kind: 'key', tenantId: 'org', scopes: [], rateKey: 'org', keyHash: 'k', keyId: 'key-1' }
const FINDING_BODY = { title: 'No second factor', description: 'Of administrators', severity: 'high', status: 'open' }

const recorderOf = (beforeReplace: () => Promise<unknown> = async () => undefined) => {
  const tables = { db: world.db, table: TABLE, now: ticking }
  const findings = rowTable(findingRow, tables)
  let id = 0
  const { run } = findingRoute({
    findings: {
      ...findings,
      replace: async (...args) => {
        await beforeReplace()
        return findings.replace(...args)
      },
    },
    receipts: rowTable(receiptRow, tables),
    inscriber: { find: async () => undefined },
    runPaid: (_caller, work) => work(),
    now: ticking,
    newId: () => `finding-${id++}`,
  })
  return (body: object) =>
    run({ body: { ...FINDING_BODY, ...body }, headers: {}, caller: CALLER } as never) as Promise<{
      status: number
      code?: string
      body: { id: string; history: { status: string; by: string; note?: string }[] }
    }>
}

it('a finding preserves every concurrent change', async () => {
  const { body } = await recorderOf()({})
  let isFirst = true
  const overtaken = recorderOf(async () => {
    if (!isFirst) return
    isFirst = false
    await recorderOf()({ id: body.id, status: 'mitigated', note: 'a factor' })
  })
  const { status, body: changed } = await overtaken({ id: body.id, status: 'false_positive' })
  expect([status, changed.history.map((change) => [change.status, change.by, change.note])]).toEqual([
    200,
    [
      ['open', 'key:key-1', undefined],
      ['mitigated', 'key:key-1', 'a factor'],
      ['false_positive', 'key:key-1', undefined],
    ],
  ])
})

it('repeated conflicts return finding_conflict', async () => {
  const { body } = await recorderOf()({})
  const alwaysOvertaken = recorderOf(() => recorderOf()({ id: body.id }))
  expect(await alwaysOvertaken({ id: body.id })).toMatchObject({ code: 'finding_conflict' })
})

it('a finding accepts exactly 200 changes', async () => {
  const record = recorderOf()
  const { body } = await record({})
  for (let count = 1; count < 200; count++) await record({ id: body.id })
  expect(await record({ id: body.id })).toMatchObject({ code: 'invalid_input' })
})
