import { afterAll, beforeAll, expect, it } from 'vitest'
import { sumUpWorker } from '../../../lambdas/observe/sweep/sum-up.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, HOUR, MINUTE, NOW, observeOver, randomFrom, rootSpan } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

interface Summary {
  readonly workers: readonly {
    readonly p95_duration_ms: number | null
    readonly exemplars: { readonly p95: string | null; readonly error: string | null }
  }[]
}

it.each(['5 minutes', 'hours and days'] as const)(
  'example traces match the p95 and the newest failure with counts of %s',
  async (level) => {
    const { send, summary, tables } = observeOver(world)
    const random = randomFrom(3)
    const tenant = `exemplars of ${level}`
    const traces = new Map<string, { readonly duration: number; readonly status: string; readonly start: number }>()
    for (let request = 0; request < 40; request++) {
      const spans = Array.from({ length: 10 }, (_, i) => {
        const start = NOW - Math.floor(random() * 60 * HOUR) - MINUTE
        const duration = Math.exp(random() * 8)
        const status = random() < 0.05 ? ('error' as const) : ('ok' as const)
        traces.set(`t${request}-${i}`, { duration, status, start })
        return rootSpan(`t${request}-${i}`, start, { endTime: start + duration, duration, status })
      })
      expect((await send(tenant, { body: bodyOf('edge', { spans }) })).status).toBe(202)
    }
    if (level !== '5 minutes')
      await sumUpWorker(tables, { tenant, worker: 'edge' }, Math.floor((NOW - 80 * HOUR) / 300_000))
    const { body } = await summary(tenant, { query: { range: '7d' } })
    const [{ p95_duration_ms: p95, exemplars } = {}] = (body as unknown as Summary).workers
    const p95Trace = traces.get(String(exemplars?.p95))
    expect(Math.abs((p95Trace?.duration ?? 0) - (p95 ?? 0)) / (p95 ?? 1)).toBeLessThan(0.0205)
    const failures = [...traces].filter(([, { status }]) => status === 'error')
    const newest = failures.toSorted(([, one], [, other]) => other.start - one.start)[0]?.[0]
    expect(exemplars?.error).toBe(newest)
  },
)

it('example traces are null without traces', async () => {
  const { send, summary } = observeOver(world)
  const log = { timestamp: NOW - MINUTE, level: 'info' as const, message: 'up', context: {} }
  await send('no exemplars', { body: bodyOf('edge', { logs: [log] }) })
  await send('no errors', { body: bodyOf('edge', { spans: [rootSpan('only', NOW - MINUTE)] }) })
  const readSummary = async (tenant: string) =>
    (await summary(tenant, { query: { range: '1h' } })).body as unknown as Summary
  expect((await readSummary('no exemplars')).workers[0]?.exemplars).toEqual({ p95: null, error: null })
  expect((await readSummary('no errors')).workers[0]?.exemplars).toEqual({ p95: 'only', error: null })
})
