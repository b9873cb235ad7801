import { rowTable } from '@signet/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { oracleRow } from '../../../lambdas/flows/contract/oracle-row.ts'
import { eraseFlows, takeFlows } from '../../../lambdas/flows/leave/leave-flows.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const now = () => new Date('2026-11-22T09:00:00Z')
const tables = () => ({ db: world.db, table: TABLE, now })

const filled = async (org: string): Promise<void> => {
  for (const [tenant, flow] of [
    ['a', '1'],
    ['a', '2'],
    ['b', '1'],
  ] as const) {
    const files = [{ path: 'README.md', content: `Of ${org}`, role: 'doc' as const }]
    const said = { summary: 's', method: 'rules' as const, receipt: 'r', at: 't', until: 'u' }
    await rowTable(oracleRow, tables()).putNew({ org, tenant, flow }, { flow, files, ...said })
  }
}

const departureOf = (org: string | null) => ({ org_id: org }) as never

it('copies edited documents of all tenants of the organisation, and of no other', async () => {
  for (const org of ['leaves', 'stays']) await filled(org)
  const lines: string[] = []
  for await (const { bytes } of takeFlows(tables())(departureOf('leaves')))
    lines.push(...String(bytes).trim().split('\n'))
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ files: [{ content: 'Of leaves' }] })
})

it('erases them, whichever call it dies at, and nothing of others', async () => {
  await filled('others')
  await atEveryCall(
    (call, moment) => crashPoint(call, moment, { keepCutting: true }),
    async (cut, name) => {
      const org = `org ${name}`
      await filled(org)
      await eraseFlows({ ...tables(), db: under(world, cut) })(departureOf(org)).catch(() => undefined)
      expect([name, await eraseFlows(tables())(departureOf(org))]).toEqual([name, 'done'])
      expect([name, await world.partition(`FLOW#${org}`)]).toEqual([name, []])
    },
  )
  expect(await eraseFlows(tables())(departureOf(null))).toBe('done')
  expect(await world.partition('FLOW#others')).toHaveLength(3)
})
