import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseEvidence, takeEvidence } from '../../../lambdas/evidence/leave/leave-evidence.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { ASSET, libraryOver } from './library-world.ts'
import { POLICY, policiesOver } from './policy-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const now = () => new Date('2026-11-22T09:00:00Z')
const tables = () => ({ db: world.db, table: TABLE, now })

/** Two assets and a policy of the tenant, whose organisation is `<tenant>-org`. */
const filled = async (tenant: string): Promise<void> => {
  const { create } = libraryOver({ db: world.db, now })
  for (const text of ['One', 'Two']) await create(tenant, { body: { ...ASSET, content: { of: `${tenant} ${text}` } } })
  await policiesOver({ db: world.db }).put(tenant, 'house-rules', { ...POLICY, name: tenant })
}

const departureOf = (org: string | null) => ({ org_id: org }) as never

it('copies the library and the policies of the organisation, and of no other', async () => {
  for (const tenant of ['leaves', 'stays']) await filled(tenant)
  const lines: string[] = []
  for await (const { bytes } of takeEvidence(tables())(departureOf('leaves-org')))
    lines.push(...String(bytes).trim().split('\n').filter(Boolean))
  const rows = lines.map((line) => JSON.parse(line) as { readonly content?: string; readonly policy?: string })
  expect(rows.flatMap(({ content = [] }) => content).sort()).toEqual(['{"of":"leaves One"}', '{"of":"leaves Two"}'])
  expect(rows.flatMap(({ policy = [] }) => policy).map((policy) => JSON.parse(policy).name)).toEqual(['leaves'])
})

it('erases it, whichever call it dies at, and nothing of others', async () => {
  await filled('others')
  const runs = await atEveryCall(
    (call, moment) => crashPoint(call, moment, { keepCutting: true }),
    async (cut, name) => {
      const tenant = `tenant ${name}`
      await filled(tenant)
      const org = `${tenant}-org`
      await eraseEvidence({ ...tables(), db: under(world, cut) })(departureOf(org)).catch(() => undefined)
      expect([name, await eraseEvidence(tables())(departureOf(org))]).toEqual([name, 'done'])
      expect([name, await world.partition(`EVIDENCE#${org}`)]).toEqual([name, []])
    },
  )
  expect(runs).toBeGreaterThanOrEqual(2)
  expect(await world.partition('EVIDENCE#others-org')).toHaveLength(3)
  expect(await eraseEvidence(tables())(departureOf(null))).toBe('done')
})
