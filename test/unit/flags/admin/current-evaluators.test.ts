import { describe, expect, test } from 'vitest'
import { CACHED_BYTES_MAX, currentEvaluators } from '../../../../lambdas/flags/api/current-evaluators.ts'
import { evaluatorOf } from '../../../../lambdas/flags/api/evaluator.ts'
import type { StoredSnapshot } from '../../../../lambdas/flags/sets/stored-flag.ts'
import { flagFrom } from '../../../../layers/flags/src/index.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { stoppedClock } from './flag-world.ts'

interface SnapshotSize {
  readonly flagCount?: number
  /** Approximate bytes of its segments. */
  readonly bytes?: number
  readonly version?: number
}

const snapshotOf = ({ flagCount = 1, bytes = 0, version = 1 }: SnapshotSize = {}): StoredSnapshot => ({
  version,
  segments: Array.from({ length: Math.ceil(bytes / 10_000) }, (_, i) => ({
    key: `s${i}`,
    when: { attribute: 'user', operator: 'equals', value: 'x'.repeat(10_000) },
    version: 1,
  })),
  flags: Array.from({ length: flagCount }, (_, i) => ({
    ...flagFrom({ key: `f${i}`, type: 'boolean', enabled: true }),
    description: '',
    tags: [],
    createdAt: '',
    updatedAt: '',
  })),
})

const world = (snapshots: (org: string) => StoredSnapshot) => {
  const { now, advance } = stoppedClock()
  const stored: { org: string; evaluations: number }[] = []
  const reads: string[] = []
  const outage = { on: false }
  const current = currentEvaluators({
    evaluatorOf,
    now,
    log: createLog({ write: () => {} }),
    sets: {
      head: async ({ org }: { org: string }) => ({ version: snapshots(org).version, head: '' }),
      read: async ({ org }: { org: string }) => {
        reads.push(org)
        return snapshots(org)
      },
    } as never,
    addUse: async ({ org }, uses) => {
      if (outage.on) throw new Error('the table is unavailable')
      stored.push({ org, evaluations: uses.reduce((sum, { evaluations }) => sum + evaluations, 0) })
    },
  })
  const setOf = (org: string) => ({ org, environment: 'production' })
  /** Runs one complete request that evaluates a flag. */
  const request = async (org = 'acme', keys = ['f0']) => {
    const { evaluator } = await current.get(setOf(org))
    for (const key of keys) evaluator.evaluate(key, {})
    await current.flush()
  }
  const total = () => stored.reduce((sum, { evaluations }) => sum + evaluations, 0)
  return { current, request, advance, stored, reads, total, outage, setOf }
}

describe('current evaluators', () => {
  test('counts are stored by the request that counted them, because the function may be frozen afterwards', async () => {
    const { request, stored } = world(() => snapshotOf())
    await request()
    expect(stored).toEqual([{ org: 'acme', evaluations: 1 }])
  })

  test('counts of a burst wait for at most a second and the next request', async () => {
    const { request, stored, total, advance } = world(() => snapshotOf())
    for (let i = 0; i < 100; i++) {
      await request()
      advance(0.05)
    }
    expect(stored.length).toBeLessThanOrEqual(6)
    advance(1)
    await request()
    expect(total()).toBe(101)
  })

  test('counts are stored less often for many flags: ten rows per second', async () => {
    const { request, stored, advance } = world(() => snapshotOf({ flagCount: 100 }))
    const keys = snapshotOf({ flagCount: 100 }).flags.map(({ key }) => key)
    for (let second = 0; second < 60; second++) {
      await request('acme', keys)
      advance(1)
    }
    expect(stored).toHaveLength(6)
  })

  test('counts are stored before they are read, and when a new snapshot replaces the engine', async () => {
    let version = 1
    const { request, total, current, setOf } = world(() => snapshotOf({ version }))
    for (let i = 0; i < 3; i++) await request()
    await current.flushSet(setOf('acme'))
    expect(total()).toBe(3)
    await request()
    version = 2
    await request()
    expect(total()).toBe(5)
  })

  test('counts are stored later if the first attempt fails', async () => {
    const { request, total, outage, advance } = world(() => snapshotOf())
    outage.on = true
    await request()
    outage.on = false
    advance(11)
    await request()
    await request()
    advance(2)
    await request()
    expect(total()).toBe(4)
  })
})

describe('engines are cached', () => {
  test('up to a total size: the least recently used engine is evicted first, never the current engine', async () => {
    const { request, reads } = world(() => snapshotOf({ bytes: CACHED_BYTES_MAX / 3 }))
    for (const org of ['a', 'b', 'a', 'c', 'a', 'b']) await request(org)
    expect(reads).toEqual(['a', 'b', 'c', 'b'])
  })

  test('even if a single set exceeds the limit', async () => {
    const { request, reads } = world(() => snapshotOf({ bytes: CACHED_BYTES_MAX + 1 }))
    for (const org of ['a', 'a', 'b', 'b', 'a']) await request(org)
    expect(reads).toEqual(['a', 'b', 'a'])
  })
})
