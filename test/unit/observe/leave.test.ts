import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseObserve, takeObserve } from '../../../lambdas/observe/leave/leave-observe.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, NOW, observeOver, rootSpan } from './observe-world.ts'
import { created, ERRORS, evaluateAs, ruleOf } from './rules-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const departureOf = (tenant: string | null) => ({ org_id: tenant }) as never

const filled = async (tenant: string): Promise<void> => {
  const body = bodyOf('edge', {
    spans: [rootSpan('t', NOW, { status: 'error' }), { ...rootSpan('orphan', NOW), parentSpanId: 'p' }],
    logs: [{ timestamp: NOW, level: 'info', message: `of ${tenant}`, context: {} }],
    metrics: [{ name: 'm', value: 1, unit: '', timestamp: NOW, tags: {}, type: 'gauge' }],
    alerts: [{ id: 'a', rule: { name: 'r', severity: 's' }, status: 'firing', startTime: NOW, message: '' }],
  })
  const observe = observeOver(world)
  expect((await observe.send(tenant, { body })).status).toBe(202)
  const notify = { webhook_url: 'https://hooks.example/alerts', mail: null }
  const condition = { ...ERRORS, threshold: 0, min_count: 1 }
  await created(observe, tenant, ruleOf('r', { condition, notify }))
  await observe.named('rotateObserveWebhookSecret')(tenant, {})
  await evaluateAs(observe)(tenant)
}

/** Every row of a tenant, whatever its kind. */
const rowsOf = async (tenant: string) =>
  (await world.rows('OBS')).filter(({ pk }) => String(pk).split('#')[1] === tenant)

it('copies what the workers of the organisation sent, and of no other', async () => {
  for (const tenant of ['leaves', 'stays']) await filled(tenant)
  const files = new Map<string, object[]>()
  for await (const { path, bytes } of takeObserve(observeOver(world).tables)(departureOf('leaves')))
    files.set(
      path,
      String(bytes)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  expect(files.get('observe-workers.jsonl')).toMatchObject([{ name: 'edge' }])
  expect(files.get('observe-telemetry-1.jsonl')).toMatchObject([
    { worker: 'edge', logs: [{ message: 'of leaves' }] },
    { trace: 't', spans: [{ spanId: 't-root' }] },
    { trace: 'orphan', spans: [{ spanId: 'orphan-root' }] },
  ])
  expect(files.get('observe-metrics-1.jsonl')).toMatchObject([{ name: 'm', last: 1 }])
  expect(files.get('observe-days-1.jsonl')).toMatchObject([{ used: 5 }])
  expect(files.get('observe-rules.jsonl')).toMatchObject([{ name: 'r' }])
  expect(files.get('observe-alerts.jsonl')).toMatchObject([{ id: 'a' }, { rule: 'r' }])
})

it('erases every row, whichever call it dies at, and nothing of others', async () => {
  await filled('others')
  const before = await rowsOf('others')
  const runs = await atEveryCall(
    (at, moment) => crashPoint(at, moment, { keepCutting: true }),
    async (cut, name) => {
      const tenant = `tenant ${name}`
      await filled(tenant)
      const { tables } = observeOver(world, { cut })
      await eraseObserve(tables)(departureOf(tenant)).catch(() => undefined)
      expect([name, await eraseObserve(observeOver(world).tables)(departureOf(tenant))]).toEqual([name, 'done'])
      expect([name, await rowsOf(tenant)]).toEqual([name, []])
    },
  )
  expect(runs).toBeGreaterThanOrEqual(15)
  expect(await rowsOf('others')).toEqual(before)
  expect(await eraseObserve(observeOver(world).tables)(departureOf(null))).toBe('done')
})
