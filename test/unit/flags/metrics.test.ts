import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createFlags } from '@signet/flags'
import { latencyPercentiles, mergeUse, metricFlusher } from '@signet/flags/metrics'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, middleOf, quantile } from '../../../layers/flags/src/metrics/histogram.ts'
import { verifies } from '../../spec/verifies.ts'
import { scaled } from '../../support/scale.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const flagsWithMetrics = () => {
  const flags = createFlags({ newId: () => 'batch' })
  flags.createFlag({
    key: 'v',
    type: 'variant',
    variants: [
      { key: 'a', weight: 1 },
      { key: 'b', weight: 1 },
    ],
  })
  flags.createFlag({ key: 'f', type: 'boolean', enabled: true })
  return flags
}

describe('metrics of a flag', () => {
  verifies(['FLG-2.3-5', 'FLG-4.3-1'], 'count evaluations and variants, and return p50 and p99', () => {
    const flags = flagsWithMetrics()
    const counts = { a: 0, b: 0 }
    for (let i = 0; i < 1000; i += 1) counts[flags.getVariant('v', { user: `${i}` }) as 'a' | 'b'] += 1
    const { evaluations, variants, p50LatencyMs, p99LatencyMs } = flags.getMetrics('v')
    expect({ evaluations, variants }).toEqual({ evaluations: 1000, variants: counts })
    expect(p50LatencyMs).toBeGreaterThan(0)
    expect(p99LatencyMs).toBeGreaterThanOrEqual(p50LatencyMs ?? Number.NaN)
    expect(flags.getMetrics('f')).toEqual({
      evaluations: 0,
      variants: {},
      errors: {},
      p50LatencyMs: null,
      p99LatencyMs: null,
    })
  })

  verifies('FLG-1-1', 'stay under 5 ms at p99 of the sampled evaluations', () => {
    const flags = flagsWithMetrics()
    for (let i = 0; i < 200_000; i += 1) flags.getVariant('v', { user: `${i & 1023}` })
    expect(flags.getMetrics('v').p99LatencyMs).toBeLessThan(5)
  })

  it('remain when the snapshot is replaced', () => {
    const flags = flagsWithMetrics()
    flags.getVariant('v', { user: 'x' })
    flags.setTenantOverride('t', 'v', 'a')
    flags.getVariant('v', { tenant: 't' })
    expect(flags.getMetrics('v').evaluations).toBe(2)
  })

  it('do not grow on the heap over a million evaluations', () => {
    const flags = flagsWithMetrics()
    const contexts = Array.from({ length: 1024 }, (_, i) => ({ user: `user-${i}` }))
    const evaluateTimes = (times: number) => {
      for (let i = 0; i < times; i += 1) {
        const context = contexts[i & 1023]
        flags.isEnabled('f', context)
        flags.getVariant('v', context)
      }
    }
    const heapUsed = () => {
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    evaluateTimes(200_000)
    const before = heapUsed()
    evaluateTimes(1_000_000)
    expect(heapUsed() - before).toBeLessThan(1_000_000)
  })
})

describe('counts to be stored', () => {
  it('include only new counts, or the same batch with its id if it could not be stored', () => {
    const flags = flagsWithMetrics()
    flags.isEnabled('f')
    const first = flags.takeDeltas()
    expect(first).toMatchObject({ id: 'batch', flags: [{ key: 'f', evaluations: 1, variants: { true: 1 } }] })
    expect(flags.takeDeltas()).toBeUndefined()
    flags.isEnabled('f')
    flags.restore(first!)
    expect(flags.takeDeltas()).toBe(first)
    expect(flags.takeDeltas()?.flags[0]?.evaluations).toBe(1)
    expect(flags.getMetrics('f').evaluations).toBe(2)
  })

  it('add up to the evaluations, whatever fails in between', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ calls: fc.nat(5), flush: fc.boolean(), fails: fc.boolean() })), (steps) => {
        const flags = flagsWithMetrics()
        let stored = {
          key: 'f',
          evaluations: 0,
          variants: {},
          errors: {},
          latencies: {},
          canary: { evaluations: 0, errors: 0 },
        }
        let calls = 0
        const flush = ({ fails }: { readonly fails: boolean }) => {
          const deltas = flags.takeDeltas()
          if (deltas && fails) flags.restore(deltas)
          else if (deltas) stored = mergeUse(stored, deltas.flags[0]!) as typeof stored
        }
        for (const step of steps) {
          for (let i = 0; i < step.calls; i += 1) flags.isEnabled('f')
          calls += step.calls
          if (step.flush) flush(step)
        }
        // After a failure, the first returns the restored batch, the second the later counts.
        flush({ fails: false })
        flush({ fails: false })
        expect(stored.evaluations).toBe(calls)
        const timed = Object.values(stored.latencies).reduce<number>((sum, count) => sum + Number(count), 0)
        expect(timed).toBeLessThanOrEqual(calls)
      }),
      { seed: 4 },
    )
  })

  it('the client sends counts once per minute, one batch at a time, and repeats a failed batch', async () => {
    const flags = flagsWithMetrics()
    let now = 0
    let isBroken = true
    const sentCounts: number[] = []
    const errors: unknown[] = []
    const flush = metricFlusher({
      flags,
      now: () => now,
      onError: (error) => errors.push(error),
      send: async ({ flags: [use] }) => {
        if (isBroken) throw new Error('the table is unavailable')
        sentCounts.push(use?.evaluations ?? 0)
      },
    })
    flags.isEnabled('f')
    await Promise.all([flush(), flush()])
    isBroken = false
    flags.isEnabled('f')
    await flush()
    expect([sentCounts, errors.length]).toEqual([[], 1])
    now = 60_000
    await flush()
    now = 120_000
    await flush()
    await flush()
    expect(sentCounts).toEqual([1, 1])
  })
})

describe('the histogram', () => {
  it('distinguishes values to 1.6 percent up to two seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x7fffffff }), (value) => {
        expect(Math.abs(middleOf(bucketOf(value)) - value)).toBeLessThanOrEqual(value / 62)
      }),
      { numRuns: scaled(1_000, 5_000) },
    )
    expect([bucketOf(-1), bucketOf(1e12)]).toEqual([bucketOf(0), bucketOf(0x7fffffff)])
    const buckets = Array.from({ length: 100_000 }, (_, i) => bucketOf(i))
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
  })

  it('returns quantiles close to the exact ones', () => {
    const values = Array.from({ length: 10_000 }, (_, i) => Math.round(Math.exp(5 + (i % 997) / 200)))
    const counts = new Map<number, number>()
    for (const value of values) counts.set(bucketOf(value), (counts.get(bucketOf(value)) ?? 0) + 1)
    const sorted = values.toSorted((a, b) => a - b)
    for (const share of [0.01, 0.5, 0.9, 0.99, 1]) {
      const exact = sorted[Math.ceil(share * values.length) - 1]!
      expect(Math.abs((quantile(counts, share) ?? 0) / exact - 1)).toBeLessThan(0.02)
    }
    expect(latencyPercentiles({})).toEqual({ p50LatencyMs: null, p99LatencyMs: null })
  })
})
