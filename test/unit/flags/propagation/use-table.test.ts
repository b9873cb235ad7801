import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUse, type FlagUse, readUse, totalUse } from '../../../../layers/flags/src/dynamodb/index.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'
import { newSet, openTable, stoppedClock } from '../admin/flag-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const useTable = (now: () => Date, set = newSet()) => ({ db: world.db, table: TABLE, set, now })
const useOf = (key: string, evaluations: number, more: Partial<FlagUse> = {}): FlagUse => ({
  key,
  evaluations,
  variants: { true: evaluations },
  errors: {},
  latencies: { 40: 1 },
  canary: { evaluations: 0, errors: 0 },
  ...more,
})
const EPOCH = new Date(0)

test('counts of several instances are added by hour', async () => {
  const { now, advance } = stoppedClock()
  const deps = useTable(now)
  await Promise.all(Array.from({ length: 10 }, (_, i) => addUse(deps, [useOf('a', i + 1), useOf('b', 1)])))
  advance(3600)
  await addUse(deps, [useOf('a', 5, { errors: { true: 2 }, canary: { evaluations: 3, errors: 1 } })])
  const hours = await readUse(deps, 'a', EPOCH)
  expect(hours.map(({ hour, evaluations }) => [hour, evaluations])).toEqual([
    ['2026-11-21T10:00:00Z', 55],
    ['2026-11-21T11:00:00Z', 5],
  ])
  expect(totalUse('a', hours)).toEqual({
    key: 'a',
    evaluations: 60,
    variants: { true: 60 },
    errors: { true: 2 },
    latencies: { 40: 11 },
    canary: { evaluations: 3, errors: 1 },
  })
  expect((await readUse(deps, 'b', EPOCH))[0]?.evaluations).toBe(10)
  expect(await readUse(deps, 'a', now())).toHaveLength(1)
})

test('a batch whose response was lost counts once when it is sent again', async () => {
  const { now } = stoppedClock()
  const deps = useTable(now)
  const batch = randomUUID()
  for (let i = 0; i < 3; i++) await addUse(deps, [useOf('a', 7)], batch)
  expect((await readUse(deps, 'a', EPOCH))[0]?.evaluations).toBe(7)
})

test('flags and counters beyond the limit of one transaction are all stored', async () => {
  const { now } = stoppedClock()
  const deps = useTable(now)
  const countsByName = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`variant-${i}`, i + 1]))
  const uses = Array.from({ length: 120 }, (_, i) => useOf(`flag-${i}`, 1))
  // 20,100 is the sum of these counts.
  await addUse(deps, [...uses, useOf('wide', 20_100, { variants: countsByName, latencies: countsByName })])
  const [wide] = await readUse(deps, 'wide', EPOCH)
  expect([wide?.variants, wide?.latencies]).toEqual([countsByName, countsByName])
  expect((await readUse(deps, 'flag-119', EPOCH))[0]?.evaluations).toBe(1)
})

test('expired counts are not returned, even before their deletion; a set reads only its own counts', async () => {
  const { now, advance } = stoppedClock()
  const deps = useTable(now)
  await addUse(deps, [useOf('a', 1)])
  expect(await readUse({ ...deps, set: newSet() }, 'a', EPOCH)).toEqual([])
  advance(90 * 86_400 + 1)
  expect(await readUse(deps, 'a', EPOCH)).toEqual([])
})

test('a variant with any name is counted under it', async () => {
  const { now } = stoppedClock()
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), async (name) => {
      const deps = useTable(now)
      await addUse(deps, [useOf('a', 3, { variants: { [name]: 3 } })])
      expect(Object.entries((await readUse(deps, 'a', EPOCH))[0]?.variants ?? {})).toEqual([[name, 3]])
    }),
    { numRuns: 30 },
  )
})

test('variants with names of Object.prototype members are added, too', async () => {
  const variants = Object.fromEntries(['__proto__', 'constructor', 'toString'].map((name) => [name, 2]))
  const total = totalUse('a', [useOf('a', 6, { variants }), useOf('a', 6, { variants })])
  expect(Object.entries(total.variants)).toEqual(Object.keys(variants).map((name) => [name, 4]))
})
