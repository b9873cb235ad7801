import { afterAll, beforeAll, expect, it } from 'vitest'
import { erasePosture, takePosture } from '../../../lambdas/posture/leave/leave-posture.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { clean, edited } from '../posture/world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { now, postureOver } from './posture-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const tables = () => ({ db: world.db, table: TABLE, now })

/** An intake of the tenant, whose organisation is `<tenant>-org`, with its key. */
const filled = async (tenant: string): Promise<void> => {
  const body = edited({ 'companyProfile.name': tenant }, clean())
  expect((await postureOver({ db: world.db }).submit(tenant, { body, key: 'k' })).status).toBe(200)
}

const departureOf = (org: string | null) => ({ org_id: org }) as never

it('copies the intakes of the organisation, and of no other', async () => {
  for (const tenant of ['leaves', 'stays']) await filled(tenant)
  const lines: string[] = []
  for await (const { bytes } of takePosture(tables())(departureOf('leaves-org')))
    lines.push(...String(bytes).trim().split('\n').filter(Boolean))
  const payloads = lines.map((line) => JSON.parse(JSON.parse(line).payload))
  expect(payloads.map(({ companyProfile }) => companyProfile.name)).toEqual(['leaves'])
})

it('erases them, whichever call it dies at, and nothing of others', async () => {
  await filled('others')
  const runs = await atEveryCall(
    (call, moment) => crashPoint(call, moment, { keepCutting: true }),
    async (cut, name) => {
      const tenant = `tenant ${name}`
      await filled(tenant)
      const org = `${tenant}-org`
      await erasePosture({ ...tables(), db: under(world, cut) })(departureOf(org)).catch(() => undefined)
      expect([name, await erasePosture(tables())(departureOf(org))]).toEqual([name, 'done'])
      expect([name, await world.partition(`POSTURE#${org}`)]).toEqual([name, []])
    },
  )
  expect(runs).toBeGreaterThanOrEqual(2)
  expect(await world.partition('POSTURE#others-org')).toHaveLength(3)
  expect(await erasePosture(tables())(departureOf(null))).toBe('done')
})
