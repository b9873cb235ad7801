import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAbove, LATE_MS, read$EntityReading, windowOf } from '../src/$kebab/$kebab-windows.ts'
import { type Entry, stream } from '../src/handler.ts'
import { withRivalWrite } from './support/rival-write.ts'
import { START, world } from './support/world.ts'

const entry = (sequence: string, value: unknown, at = START): Entry => ({
  sequence,
  key: 'shard-1',
  arrivedAt: START,
  data: new TextEncoder().encode(JSON.stringify({ $entity: 'a', at, value })),
})
type Deps = ReturnType<typeof world>['deps']
const windowAt = async ({ records }: Deps, at = START) =>
  (
    await records.get<{ count: number; sum: number; min: number; max: number }>(
      '$kebab-windows',
      `a#${new Date(windowOf(at)).toISOString()}`,
    )
  )?.value

// #case integration: windows
test('given readings of two windows, when a batch is processed, then each window has its own readings', async () => {
  const { deps } = world()
  assert.equal(await stream([entry('1', 5), entry('2', 7), entry('3', 1, START - 60_000)], deps), undefined)
  const { count, sum, min, max } = (await windowAt(deps)) ?? {}
  assert.deepEqual([count, sum, min, max], [2, 12, 5, 7])
  assert.equal((await windowAt(deps, START - 60_000))?.count, 1)
})

// #case integration: windows, batch-twice
test('given a repeated batch with new entries, when it is processed, then no reading is counted twice', async () => {
  const { deps } = world()
  const batch = [entry('1', 5), entry('2', 7)]
  await stream(batch, deps)
  await stream([...batch, entry('10', 1)], deps)
  assert.deepEqual([(await windowAt(deps))?.count, (await windowAt(deps))?.sum], [3, 13])
  assert.deepEqual(
    [isAbove('10', '9'), isAbove('9', '10'), isAbove('9', '9'), isAbove('1', undefined)],
    [true, false, false, true],
  )
})

// #case integration: windows, records-lost-update
test('given two concurrent batches of one window, when the other one is written first, then this one is added to it, and no reading is lost', async () => {
  for (const existing of [0, 1]) {
    const { deps } = world()
    if (existing === 1) await stream([entry('1', 1)], deps)
    const other: Entry = { ...entry('9', 10), key: 'shard-2' }
    const records = withRivalWrite(deps.records, '$kebab-windows', () => stream([other], deps))
    assert.equal(await stream([entry('2', 5)], { ...deps, records }), undefined)
    assert.deepEqual([(await windowAt(deps))?.count, (await windowAt(deps))?.sum], [2 + existing, 15 + existing])
  }
})

// #case integration: windows, table-down
test('given a table that fails, when a batch is processed, then it is retried from its start and completes', async () => {
  const { deps } = world()
  const failing = {
    ...deps,
    records: { ...deps.records, get: () => Promise.reject(new Error('no table')) } as unknown as Deps['records'],
  }
  assert.equal(await stream([entry('1', 5), entry('2', 7)], failing), '1')
  assert.equal(await stream([entry('1', 5), entry('2', 7)], deps), undefined)
  assert.equal((await windowAt(deps))?.count, 2)
})

// #case integration: late, stream-malformed
test('given late readings and malformed entries, when a batch arrives, then they are counted and do not block it', async () => {
  const { deps, logged } = world()
  const malformed: Entry = { ...entry('4', 1), data: new Uint8Array([0xff, 0xfe]) }
  await stream(
    [entry('1', 5, START - LATE_MS - 1), entry('2', 'x'), entry('3', 4), malformed, entry('5', 1, START + 60_001)],
    deps,
  )
  const { taken, late, rejected } = logged.find(({ event }) => event === 'batch') ?? {}
  assert.deepEqual([taken, late, rejected], [1, 1, 3])
})

// #case unit: late, stream-malformed
test('given texts that are not readings, when they are read, then each is refused', async () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  for (const value of [
    null,
    1,
    [],
    { $entity: '', at: START, value: 1 },
    { $entity: 'a b', at: START, value: 1 },
    { $entity: 'a', at: 0.5, value: 1 },
    { $entity: 'a', at: START, value: null },
  ])
    assert.equal(read$EntityReading(bytes(value), START), undefined)
})

// #case integration: traced, stream-leak
test('given a batch, when it is processed, then one log line has its counts and no values', async () => {
  const { deps, logged } = world()
  await stream([entry('1', 987_654_321)], deps)
  assert.equal(logged.filter(({ event }) => event === 'batch').length, 1)
  assert.ok(!JSON.stringify(logged).includes('987654321'))
})
