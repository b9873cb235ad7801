import type { Caller } from '@signet/kernel'
import { entitlementTable } from '@signet/ledger'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paidRunGuardOf } from '../../../lambdas/runtime/guard/paid-runs.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const NOW = new Date('2026-11-26T10:00:00.000Z')
const caller: Caller = { kind: 'key', tenantId: 'o', orgId: 'o', scopes: [], rateKey: 'o' }

it('work runs only while the organization has a paid plan, and counts against the daily quota', async () => {
  let id = 0
  const deps = { db: world.db, table: TABLE, now: () => NOW, newId: () => `id-${id++}`, log: { warn: () => undefined } }
  const guard = paidRunGuardOf(deps)
  const tiers = entitlementTable(deps)
  const entitlementEvent = { org_id: 'o', source: 'override', period_start: NOW.toISOString() } as const
  expect(await guard(caller, async () => 'done')).toMatchObject({ code: 'plan_required' })
  await tiers.change({ ...entitlementEvent, change_id: '1', sku: 'pro', as_of: '2026-11-26T10:00:01.000Z' })
  expect(await guard(caller, async () => 'done')).toBe('done')
  await tiers.change({ ...entitlementEvent, change_id: '2', sku: null, as_of: '2026-11-26T10:00:02.000Z' })
  expect(await guard(caller, async () => 'done')).toMatchObject({ code: 'plan_required' })
  const [row] = await world.partition('USE#o')
  expect(row).toMatchObject({ sk: 'runtime_runs#2026-11-26', used: 1 })
})
