import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Slo } from '../../../lambdas/observe/contract/slos.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, HOUR, MINUTE, NOW, observeOver, randomFrom, rootSpan, type Tier } from './observe-world.ts'
import { createEntry } from './rules-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const DAY = 24 * HOUR
const OBJECTIVE = 0.9

/** Returns 100 root spans of the last six days, about a fifth of them failed. */
const randomSpans = (seed: number) => {
  const random = randomFrom(seed)
  return Array.from({ length: 100 }, (_, i) => {
    const start = Math.floor(NOW - random() * 6 * DAY)
    return rootSpan(`t${i}`, start, { status: random() < 0.2 ? 'error' : 'ok', endTime: start + 5 + random() * 2_000 })
  })
}
type Spans = ReturnType<typeof randomSpans>

const sloOf = (fields: object = {}) => ({
  name: 'up',
  worker: 'edge',
  indicator: { kind: 'availability' },
  objective: OBJECTIVE,
  window_days: 7,
  ...fields,
})

const sendSpans = async (tenant: string, spans: Spans) => {
  await observeOver(world).send(tenant, { body: bodyOf('edge', { spans }) })
}

const readSlo = async (tenant: string, id: unknown, tier: Tier = 'pro') => {
  const { body } = await observeOver(world, { tier }).routeNamed('getObserveSlo')(tenant, { params: { id } })
  return body as unknown as Slo
}

const countFailed = (spans: Spans) => spans.filter(({ status }) => (status as string) === 'error').length

/** Returns the traces of a window by whole five-minute slots. */
const spansInWindow = (spans: Spans, hours: number) => {
  const from = (Math.floor(NOW / (5 * MINUTE)) + 1) * 5 * MINUTE - hours * HOUR
  return spans.filter(({ startTime }) => startTime >= from)
}

describe('an SLO', () => {
  it('has the attainment, burn rates and series that a count over every trace yields', async () => {
    for (const seed of [1, 2, 3]) {
      const tenant = `slo ${seed}`
      const spans = randomSpans(seed)
      await sendSpans(tenant, spans)
      const { body } = await createEntry(observeOver(world), tenant, sloOf(), 'createObserveSlo')
      const { attained } = await readSlo(tenant, body.id)
      const bad = countFailed(spans)
      expect(attained).toMatchObject({ total: 100, bad, hours: 168, is_clipped: false, threshold_counted_ms: null })
      expect(attained.attainment).toBeCloseTo(1 - bad / 100, 9)
      expect(attained.budget_left).toBeCloseTo(10 - bad, 9)
      expect(attained.budget_left_share).toBeCloseTo(1 - bad / 10, 9)
      for (const { hours, burn_rate } of attained.burn_rates) {
        const tracesInWindow = spansInWindow(spans, hours)
        const expected =
          tracesInWindow.length === 0 ? null : countFailed(tracesInWindow) / tracesInWindow.length / (1 - OBJECTIVE)
        expect(burn_rate === null ? null : burn_rate.toFixed(9)).toBe(expected === null ? null : expected.toFixed(9))
      }
      const { series } = attained
      expect(series.length).toBeGreaterThanOrEqual(28)
      expect(series.reduce((sum, point) => sum + point.bad, 0)).toBe(bad)
      expect(series.at(-1)?.budget_left_share).toBeCloseTo(attained.budget_left_share ?? 0, 9)
    }
  })

  it('on latency returns the effective threshold, and counts slower traces as bad', async () => {
    const tenant = 'latency'
    const spans = randomSpans(7)
    await sendSpans(tenant, spans)
    const indicator = { kind: 'latency', threshold_ms: 900 }
    const { body } = await createEntry(observeOver(world), tenant, sloOf({ indicator }), 'createObserveSlo')
    const { attained } = await readSlo(tenant, body.id)
    const counted = attained.threshold_counted_ms ?? 0
    expect(counted).toBeGreaterThanOrEqual(900)
    expect(attained.bad).toBe(spans.filter(({ startTime, endTime }) => endTime - startTime > counted).length)
  })

  it('reports that the retention is shorter than the window, and has no figures for a removed worker', async () => {
    const tenant = 'clipped'
    const spans = randomSpans(5)
    await sendSpans(tenant, spans)
    const { body } = await createEntry(observeOver(world), tenant, sloOf(), 'createObserveSlo')
    const { attained } = await readSlo(tenant, body.id, 'free')
    const tracesInWindow = spansInWindow(spans, 24)
    expect(attained).toMatchObject({
      hours: 24,
      is_clipped: true,
      total: tracesInWindow.length,
      bad: countFailed(tracesInWindow),
    })
    expect(attained.burn_rates.map(({ hours }) => hours)).toEqual([1, 6, 24])
    await observeOver(world).remove(tenant, { params: { worker: 'edge' } })
    expect((await readSlo(tenant, body.id)).attained).toMatchObject({ total: 0, attainment: null, series: [] })
  })

  it('cannot exceed the limit of the plan or reuse a name', async () => {
    const free = observeOver(world, { tier: 'free' })
    expect((await createEntry(free, 'slo-limit', sloOf(), 'createObserveSlo')).status).toBe(201)
    expect((await createEntry(free, 'slo-limit', sloOf(), 'createObserveSlo')).code).toBe('conflict')
    const second = await createEntry(free, 'slo-limit', sloOf({ name: 'other' }), 'createObserveSlo')
    expect([second.code, second.extras]).toEqual(['slo_limit', { tier: 'free', limit: 1, upgrade: '/pricing' }])
  })
})
