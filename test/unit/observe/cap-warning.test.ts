import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectionOf } from '../../../lambdas/observe/caps/projection.ts'
import { sweepTenant } from '../../../lambdas/observe/sweep/sweep-tenant.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, HOUR, MINUTE, NOW, observeOver, rootSpan } from './observe-world.ts'
import { createEntry, ERROR_RATE_CONDITION, evaluateAs, eventsOf, ruleOf } from './rules-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const runSweep = (at: number) => {
  const observe = observeOver(world, { tier: 'free', at })
  return sweepTenant({ ...observe.tables, tierOf: async () => 'free' })
}

/** Sends metrics, because they are the smallest events. */
const sendEvents = async (tenant: string, events: number) => {
  const observe = observeOver(world, { tier: 'free' })
  const metrics = Array.from({ length: events }, (_, i) => ({
    name: 'm',
    value: i,
    unit: '',
    timestamp: NOW,
    tags: {},
    type: 'gauge',
  }))
  expect((await observe.send(tenant, { body: bodyOf('edge', { metrics }) })).status).toBe(202)
}

const readIngest = async (tenant: string) => {
  const { body } = await observeOver(world, { tier: 'free' }).summary(tenant, { query: { range: '1h' } })
  return (body.workers as readonly { readonly ingest: object }[])[0]?.ingest
}

describe('the daily limit of a worker', () => {
  it('applies to a projection from the rate since midnight, over at least one hour', () => {
    const at = (time: string) => new Date(`2026-11-27T${time}Z`)
    expect(projectionOf({ used: 300, limit: 1_000 }, at('06:00:00'))).toEqual({ projected: 1_200, isNearLimit: true })
    expect(projectionOf({ used: 200, limit: 1_000 }, at('06:00:00'))).toEqual({ projected: 800, isNearLimit: false })
    expect(projectionOf({ used: 801, limit: 1_000 }, at('23:59:00'))).toMatchObject({ isNearLimit: true })
    expect(projectionOf({ used: 40, limit: 1_000 }, at('00:01:00'))).toEqual({ projected: 960, isNearLimit: false })
  })

  it('has one warning event per day if usage is projected to exceed it, as the summary shows', async () => {
    // At 13:37 UTC, 6,000 events of 10,000 are projected to be 10,573 by midnight.
    await sendEvents('near', 6_000)
    await sendEvents('far', 5_000)
    expect(await readIngest('near')).toMatchObject({ used_today: 6_000, projected_today: 10_573, is_near_limit: true })
    expect(await readIngest('far')).toMatchObject({ is_near_limit: false })
    for (const tenant of ['near', 'far']) for (const later of [0, HOUR]) await runSweep(NOW + later)(tenant)
    expect(await eventsOf(world, 'far')).toEqual([])
    expect(await eventsOf(world, 'near')).toMatchObject([
      {
        type: 'org.signet.observe-cap.projected.v1',
        data: { worker_name: 'edge', used: 6_000, projected: 10_573, daily_limit: 10_000, day: '2026-11-27' },
      },
    ])
  })
})

it('the removal of a worker removes its rules and SLOs, and no others', async () => {
  const tenant = 'leaves'
  const observe = observeOver(world)
  for (const name of ['edge', 'jobs'])
    await observe.send(tenant, { body: bodyOf(name, { spans: [rootSpan(name, NOW, { status: 'error' })] }) })
  const slo = { name: 'up', worker: 'edge', indicator: { kind: 'availability' }, objective: 0.99, window_days: 7 }
  const { body } = await createEntry(observe, tenant, slo, 'createObserveSlo')
  const burn = { kind: 'burn', slo_id: body.id, factor: 6, long_minutes: 360, short_minutes: 30, min_count: 1 }
  const errorRate = { ...ERROR_RATE_CONDITION, min_count: 1 }
  for (const [name, condition] of Object.entries({ burn, edge: { ...errorRate, worker: 'edge' }, all: errorRate }))
    await createEntry(observe, tenant, ruleOf(name, { condition }))
  await evaluateAs(observe)(tenant)
  const later = observeOver(world, { at: NOW + MINUTE })
  await later.remove(tenant, { params: { worker: 'edge' } })
  await sweepTenant({ ...later.tables, tierOf: async () => 'pro' })(tenant)
  await evaluateAs(later)(tenant)
  const rows = (await world.partition(`OBSRULE#${tenant}`)).map(({ sk, rules, slos }) => [sk, rules, slos])
  expect(rows.map(([sk]) => String(sk).split('#')[0])).toEqual(['COUNT', 'RULE', 'STATE'])
  expect(rows[0]).toEqual(['COUNT', 1, 0])
  const { alerts } = (await later.alerts(tenant, {})).body as { alerts: readonly { worker_name: string }[] }
  expect(alerts.map(({ worker_name }) => worker_name)).toEqual(['jobs'])
  expect((await world.partition(`OBSALERT#${tenant}`)).filter(({ state }) => String(state).includes('"edge"'))).toEqual(
    [],
  )
})
