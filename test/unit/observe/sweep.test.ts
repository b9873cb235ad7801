import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../../lambdas/observe/sweep/sweep.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { silentLog } from '../../support/paid-world.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, HOUR, MINUTE, NOW, type Observe, observeOver, randomFrom, rootSpan } from './observe-world.ts'
import { createEntry, ERROR_RATE_CONDITION, ruleOf } from './rules-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const DAY = 24 * HOUR

const tierOf =
  ({ tierStatusOf }: Observe['deps']) =>
  async (org: string) =>
    (await tierStatusOf(org)).tier

/** Runs the hourly function for all tenants. */
const runSweep = ({ tables, deps }: Observe) => sweep({ ...tables, tierOf: tierOf(deps), log: silentLog })()

const FULL_QUERY = { range: '30d', limit: 200, offset: 0 }
const readIds = async ({ list }: Observe, tenant: string, query: object = {}) => {
  const { body } = await list(tenant, { query: { ...FULL_QUERY, ...query } })
  return { ids: (body.traces as { trace_id: string }[]).map(({ trace_id }) => trace_id), total: body.total }
}

/** Returns 120 root spans over nine days. */
const randomSpans = (seed: number) => {
  const random = randomFrom(seed)
  return Array.from({ length: 120 }, (_, i) => {
    const duration = 5 + Math.floor(random() * 5_000)
    const start = Math.floor(NOW - random() * 9 * DAY)
    return rootSpan(`t${i}`, start, { endTime: start + duration, status: random() < 0.3 ? 'error' : 'ok' })
  })
}

/** Returns the count rows of a worker by level: H1 for hours, D1 for days. */
const countRowsOf = async (tenant: string, worker: string) => {
  const rows = await world.partition(`OBSCOUNT#${tenant}#${worker}`)
  return Object.groupBy(rows, ({ sk }) => String(sk).slice(0, 2))
}

describe('sums of hours and days', () => {
  it('do not change lists, totals and figures, even after late traces', async () => {
    const observe = observeOver(world)
    const tenant = 'sums'
    const spans = randomSpans(3)
    await observe.send(tenant, { body: bodyOf('edge', { spans: spans.slice(0, 70) }) })
    await observe.send(tenant, { body: bodyOf('jobs', { spans: spans.slice(70) }) })
    const readSummary = async () => (await observe.summary(tenant, { query: { range: '30d' } })).body
    const readResponses = async () => [
      await readIds(observe, tenant),
      await readIds(observe, tenant, { offset: 60, limit: 7 }),
      await readSummary(),
    ]
    const before = await readResponses()
    await runSweep(observe)
    const { H1: hours = [], D1: days = [] } = await countRowsOf(tenant, 'edge')
    expect([
      hours.some(({ summed_version }) => summed_version !== undefined),
      days.filter(({ summed_version }) => summed_version !== undefined).length,
    ]).toEqual([true, 9])
    expect(await readResponses()).toEqual(before)

    const late = rootSpan('late', NOW - 3 * DAY)
    await observe.send(tenant, { body: bodyOf('edge', { spans: [late] }) })
    expect((await readIds(observe, tenant)).total).toBe(121)
    const withLate = await readResponses()
    await runSweep(observe)
    expect(await readResponses()).toEqual(withLate)
  })

  it('yield a p95 over all days within 2% of the exact one', async () => {
    const observe = observeOver(world)
    const tenant = 'exact'
    const spans = randomSpans(9)
    await observe.send(tenant, { body: bodyOf('edge', { spans }) })
    await runSweep(observe)
    const durations = spans.map(({ startTime, endTime }) => endTime - startTime).toSorted((one, other) => one - other)
    const exact = durations[Math.floor(0.95 * (durations.length - 1))] ?? 0
    const { body } = await observe.summary(tenant, { query: { range: '30d' } })
    const [row] = body.workers as [{ p95_duration_ms: number; avg_duration_ms: number; error_count: number }]
    expect(Math.abs(row.p95_duration_ms - exact) / exact).toBeLessThanOrEqual(0.02)
    expect(row.avg_duration_ms).toBeCloseTo(durations.reduce((sum, one) => sum + one, 0) / durations.length, 6)
    expect(row.error_count).toBe(spans.filter(({ status }) => (status as string) === 'error').length)
  })
})

describe('telemetry after the retention', () => {
  it('disappears in the sweep after one day on the Free plan, and stays hidden after an upgrade', async () => {
    const tenant = 'shrinks'
    const spans = [rootSpan('old', NOW - 20 * HOUR), rootSpan('new', NOW)]
    await observeOver(world, { tier: 'free' }).send(tenant, { body: bodyOf('edge', { spans }) })
    const later = observeOver(world, { tier: 'free', at: NOW + 5 * HOUR })
    await runSweep(later)
    expect(await world.partition(`OBSTRACE#${tenant}#old`)).toHaveLength(1)
    expect(await world.rows(`OBSROW#${tenant}`)).toHaveLength(1)
    const paid = observeOver(world, { tier: 'pro', at: NOW + 5 * HOUR })
    expect(await readIds(paid, tenant)).toEqual({ ids: ['new'], total: 1 })
    await runSweep(observeOver(world, { tier: 'free', at: NOW + 25 * HOUR }))
    expect(await world.rows(`OBSTRACE#${tenant}`)).toEqual([])
    expect(await world.rows(`OBSSENT#${tenant}`)).toEqual([])
    expect(await world.rows(`OBSROW#${tenant}`)).toEqual([])
  })

  it('a worker that has sent nothing for seven days no longer counts against the limit after the sweep', async () => {
    const observe = observeOver(world, { tier: 'free' })
    await observe.send('idle', { body: bodyOf('one', { spans: [rootSpan('a', NOW)] }) })
    const observeAfter = (ms: number) => observeOver(world, { tier: 'free', at: NOW + ms })
    await runSweep(observeAfter(7 * DAY - MINUTE))
    const other = { body: bodyOf('two', { spans: [rootSpan('b', NOW + 7 * DAY)] }) }
    expect((await observeAfter(7 * DAY).send('idle', other)).code).toBe('worker_limit')
    await runSweep(observeAfter(7 * DAY + MINUTE))
    expect((await observeAfter(7 * DAY + MINUTE).send('idle', other)).status).toBe(202)
  })
})

describe('a tenant whose plan cannot be read', () => {
  it('keeps its telemetry, and the sweep continues with the other tenants', async () => {
    const observe = observeOver(world)
    for (const tenant of ['unknown', 'known'])
      await observe.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('old', NOW - 3 * DAY)] }) })
    const failingTierOf = async (org: string) => {
      if (org === 'unknown-org') throw new Error('The table is unavailable')
      return 'free' as const
    }
    const run = sweep({ ...observe.tables, tierOf: failingTierOf, log: silentLog })
    await expect(run()).rejects.toThrow('1 of ')
    expect(await world.rows('OBSROW#unknown')).toHaveLength(1)
    expect(await world.rows('OBSROW#known')).toEqual([])
  })
})

describe('a removed worker', () => {
  it('disappears immediately, loses its telemetry in the next sweep, and returns with only its daily count', async () => {
    const observe = observeOver(world)
    const tenant = 'removed'
    const child = { ...rootSpan('gone', NOW - 9), spanId: 'c', parentSpanId: 'gone-root' }
    await observe.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('gone', NOW - 10), child] }) })
    await observe.send(tenant, { body: bodyOf('jobs', { spans: [rootSpan('stays', NOW - 10)] }) })
    expect((await observe.remove(tenant, { params: { worker: 'edge' } })).status).toBe(204)
    expect(await readIds(observe, tenant)).toEqual({ ids: ['stays'], total: 1 })
    expect((await observe.get(tenant, { params: { id: 'gone' } })).code).toBe('not_found')
    const later = observeOver(world, { at: NOW + MINUTE })
    await runSweep(later)
    expect(await world.rows(`OBSTRACE#${tenant}#gone`)).toEqual([])
    expect(await world.rows(`OBSROW#${tenant}#edge`)).toEqual([])
    expect((await world.partition(`OBS#${tenant}`)).map(({ sk }) => sk)).toEqual(['W#jobs', 'WORKERS'])
    await later.send(tenant, { body: bodyOf('edge', { spans: [rootSpan('back', NOW + MINUTE)] }) })
    expect(await readIds(later, tenant)).toEqual({ ids: ['back', 'stays'], total: 2 })
    const { body } = await later.summary(tenant, { query: { range: '1h', worker: 'edge' } })
    expect(body.workers).toMatchObject([{ total_traces: 1, ingest: { used_today: 3 } }])
  })

  it('loses its rules and SLOs, except for those created after the removal', async () => {
    const observe = observeOver(world, { tier: 'team' })
    const tenant = 'removed-rules'
    for (const worker of ['edge', 'jobs'])
      await observe.send(tenant, { body: bodyOf(worker, { spans: [rootSpan(`of-${worker}`, NOW - 10)] }) })
    const slo = { name: 'up', worker: 'edge', indicator: { kind: 'availability' }, objective: 0.9, window_days: 7 }
    const { body } = await createEntry(observe, tenant, slo, 'createObserveSlo')
    const burn = { kind: 'burn', slo_id: body.id, factor: 2, long_minutes: 60, short_minutes: 5, min_count: 1 }
    await createEntry(observe, tenant, ruleOf('burning', { condition: burn }))
    for (const worker of ['edge', 'jobs', '*'])
      await createEntry(observe, tenant, ruleOf(`of ${worker}`, { condition: { ...ERROR_RATE_CONDITION, worker } }))
    expect((await observe.remove(tenant, { params: { worker: 'edge' } })).status).toBe(204)
    const later = observeOver(world, { at: NOW + MINUTE, tier: 'team' })
    await createEntry(
      later,
      tenant,
      ruleOf('created later', { condition: { ...ERROR_RATE_CONDITION, worker: 'edge' } }),
    )
    await runSweep(later)
    const { rules } = (await later.routeNamed('listObserveRules')(tenant, {})).body
    expect((rules as { name: string }[]).map(({ name }) => name).toSorted()).toEqual([
      'created later',
      'of *',
      'of jobs',
    ])
    expect((await later.routeNamed('listObserveSlos')(tenant, {})).body.slos).toEqual([])
  })
})

it('a sweep completes the erasure after an earlier sweep crashed at any call', async () => {
  const runs = await atEveryCall(
    (at, moment) => crashPoint(at, moment, { keepsCrashing: true }),
    async (crash, name) => {
      const tenant = `crash ${name}`
      const observe = observeOver(world)
      const spans = [rootSpan('a', NOW - 3 * DAY), rootSpan('b', NOW - 2 * HOUR)]
      await observe.send(tenant, { body: bodyOf('edge', { spans }) })
      await observe.send(tenant, { body: bodyOf('gone', { spans: [rootSpan('c', NOW - HOUR)] }) })
      await observe.remove(tenant, { params: { worker: 'gone' } })
      const run = async (observe: Observe) => {
        const { sweepTenant } = await import('../../../lambdas/observe/sweep/sweep-tenant.ts')
        await sweepTenant({ ...observe.tables, tierOf: tierOf(observe.deps) })(tenant)
      }
      await run(observeOver(world, { crash })).catch(() => undefined)
      expect([name, await readIds(observe, tenant)]).toEqual([name, { ids: ['b', 'a'], total: 2 }])
      await run(observe)
      expect([name, await readIds(observe, tenant)]).toEqual([name, { ids: ['b', 'a'], total: 2 }])
      expect([name, await world.partition(`OBSTRACE#${tenant}#c`)]).toEqual([name, []])
      expect([name, (await observe.deps.workers.all(tenant)).map(({ name: worker }) => worker)]).toEqual([
        name,
        ['edge'],
      ])
    },
  )
  expect(runs).toBeGreaterThanOrEqual(20)
})
