import { eraseAccount } from '@signet/erasure'
import type { TableDeps } from '@signet/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows } from '../../../lambdas/observe/contract/row-list.ts'
import { telemetryErasure } from '../../../lambdas/observe/erasure/telemetry-erasure.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { filesOf, recordsIn } from '../erasure/account-rows.ts'
import { bodyOf, NOW, observeOver, rootSpan } from './observe-world.ts'
import { createEntry, ERROR_RATE_CONDITION, evaluateAs, ruleOf } from './rules-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const accountOf = (org_id: string) => ({ org_id, user_id: null, email: null })

const erase = (tables: TableDeps, tenant: string) =>
  eraseAccount(tables, rows, accountOf(tenant), telemetryErasure(tables))

const storeTelemetry = async (tenant: string): Promise<void> => {
  const body = bodyOf('edge', {
    spans: [rootSpan('t', NOW, { status: 'error' }), { ...rootSpan('orphan', NOW), parentSpanId: 'p' }],
    logs: [{ timestamp: NOW, level: 'info', message: `of ${tenant}`, context: {} }],
    metrics: [{ name: 'm', value: 1, unit: '', timestamp: NOW, tags: {}, type: 'gauge' }],
    alerts: [{ id: 'a', rule: { name: 'r', severity: 's' }, status: 'firing', startTime: NOW, message: '' }],
  })
  const observe = observeOver(world)
  expect((await observe.send(tenant, { body })).status).toBe(202)
  const notify = { webhook_url: 'https://hooks.example/alerts', mail: null }
  const condition = { ...ERROR_RATE_CONDITION, threshold: 0, min_count: 1 }
  await createEntry(observe, tenant, ruleOf('r', { condition, notify }))
  await observe.routeNamed('rotateObserveWebhookSecret')(tenant, {})
  await evaluateAs(observe)(tenant)
}

/** Returns every row of a tenant, of any kind. */
const rowsOf = async (tenant: string) =>
  (await world.rows('OBS')).filter(({ pk }) => String(pk).split('#')[1] === tenant)

it('the export contains only the telemetry of the organization', async () => {
  for (const tenant of ['deleted', 'other']) await storeTelemetry(tenant)
  const { tables } = observeOver(world)
  const files = await filesOf(tables, rows, accountOf('deleted'), telemetryErasure(tables))
  expect(recordsIn(files, 'observe-workers')).toMatchObject([{ name: 'edge' }])
  expect(recordsIn(files, 'observe-telemetry')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ worker: 'edge', logs: [expect.objectContaining({ message: 'of deleted' })] }),
      expect.objectContaining({ trace: 't', spans: [expect.objectContaining({ spanId: 't-root' })] }),
      expect.objectContaining({ trace: 'orphan', spans: [expect.objectContaining({ spanId: 'orphan-root' })] }),
    ]),
  )
  expect(recordsIn(files, 'observe-metrics')).toMatchObject([{ worker: 'edge', name: 'm', last: 1 }])
  expect(recordsIn(files, 'observe-days')).toMatchObject([{ worker: 'edge', used: 5 }])
  expect(recordsIn(files, 'observe-rules')).toMatchObject([{ name: 'r' }])
  expect(recordsIn(files, 'observe-alerts')).toMatchObject([{ id: 'a' }, { rule: 'r' }])
})

it('a retry after a crash at any call erases every row of the organization, and no row of others', async () => {
  await storeTelemetry('others')
  const before = await rowsOf('others')
  const runs = await atEveryCall(
    (at, moment) => crashPoint(at, moment, { keepsCrashing: true }),
    async (crash, name) => {
      const tenant = `tenant ${name}`
      await storeTelemetry(tenant)
      const { tables } = observeOver(world, { crash })
      await erase(tables, tenant).catch(() => undefined)
      expect([name, await erase(observeOver(world).tables, tenant)]).toEqual([name, 'done'])
      expect([name, await rowsOf(tenant)]).toEqual([name, []])
    },
  )
  expect(runs).toBeGreaterThanOrEqual(15)
  expect(await rowsOf('others')).toEqual(before)
})
