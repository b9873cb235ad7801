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

const table = (now: () => Date, set = newSet()) => ({ db: world.db, table: TABLE, set, now })
const use = (key: string, evaluations: number, rest: Partial<FlagUse> = {}): FlagUse => ({
  key,
  evaluations,
  variants: { true: evaluations },
  errors: {},
  latencies: { 40: 1 },
  canary: { evaluations: 0, errors: 0 },
  ...rest,
})
const LONG_AGO = new Date(0)

test('counts of several instances are added by hour', async () => {
  const { now, advance } = stoppedClock()
  const at = table(now)
  await Promise.all(Array.from({ length: 10 }, (_, i) => addUse(at, [use('a', i + 1), use('b', 1)])))
  advance(3600)
  await addUse(at, [use('a', 5, { errors: { true: 2 }, canary: { evaluations: 3, errors: 1 } })])
  const hours = await readUse(at, 'a', LONG_AGO)
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
  expect((await readUse(at, 'b', LONG_AGO))[0]?.evaluations).toBe(10)
  expect(await readUse(at, 'a', now())).toHaveLength(1)
})

test('a batch whose response was lost counts once when it is sent again', async () => {
  const { now } = stoppedClock()
  const at = table(now)
  const batch = randomUUID()
  for (let i = 0; i < 3; i++) await addUse(at, [use('a', 7)], batch)
  expect((await readUse(at, 'a', LONG_AGO))[0]?.evaluations).toBe(7)
})

test('flags and counters beyond the limit of one transaction are all stored', async () => {
  const { now } = stoppedClock()
  const at = table(now)
  const names = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`variant-${i}`, i + 1]))
  const uses = Array.from({ length: 120 }, (_, i) => use(`flag-${i}`, 1))
  await addUse(at, [...uses, use('wide', 20_100, { variants: names, latencies: names })])
  const [wide] = await readUse(at, 'wide', LONG_AGO)
  expect([wide?.variants, wide?.latencies]).toEqual([names, names])
  expect((await readUse(at, 'flag-119', LONG_AGO))[0]?.evaluations).toBe(1)
})

test('expired counts are not returned, even before their deletion; a set reads only its own counts', async () => {
  const { now, advance } = stoppedClock()
  const at = table(now)
  await addUse(at, [use('a', 1)])
  expect(await readUse({ ...at, set: newSet() }, 'a', LONG_AGO)).toEqual([])
  advance(90 * 86_400 + 1)
  expect(await readUse(at, 'a', LONG_AGO)).toEqual([])
})

test('a variant with any name is counted under it', async () => {
  const { now } = stoppedClock()
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), async (name) => {
      const at = table(now)
      await addUse(at, [use('a', 3, { variants: { [name]: 3 } })])
      expect(Object.entries((await readUse(at, 'a', LONG_AGO))[0]?.variants ?? {})).toEqual([[name, 3]])
    }),
    { numRuns: 30 },
  )
})

test('variants with names of Object.prototype members are added, too', async () => {
  const variants = Object.fromEntries(['__proto__', 'constructor', 'toString'].map((name) => [name, 2]))
  const total = totalUse('a', [use('a', 6, { variants }), use('a', 6, { variants })])
  expect(Object.entries(total.variants)).toEqual(Object.keys(variants).map((name) => [name, 4]))
})
