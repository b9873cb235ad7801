import { code } from '../../code.ts'
import { testCase } from '../../describe.ts'
import type { Case } from '../../design.ts'

export const cases: readonly Case[] = [
  testCase(
    'integration',
    ['windows'],
    [code`readings of two windows`, code`a batch comes`, code`each window has its own`],
    code`
  const { deps } = world()
  assert.equal(await stream([entry('1', 5), entry('2', 7), entry('3', 1, START - 60_000)], deps), undefined)
  const { count, sum, min, max } = (await windowAt(deps)) ?? {}
  assert.deepEqual([count, sum, min, max], [2, 12, 5, 7])
  assert.equal((await windowAt(deps, START - 60_000))?.count, 1)
`,
  ),
  testCase(
    'integration',
    ['windows', 'batch-twice'],
    [code`a batch that comes again, with more behind it`, code`it is worked through`, code`nothing is counted twice`],
    code`
  const { deps } = world()
  const batch = [entry('1', 5), entry('2', 7)]
  await stream(batch, deps)
  await stream([...batch, entry('10', 1)], deps)
  assert.deepEqual([(await windowAt(deps))?.count, (await windowAt(deps))?.sum], [3, 13])
  assert.deepEqual([isAbove('10', '9'), isAbove('9', '10'), isAbove('9', '9'), isAbove('1', undefined)], [true, false, false, true])
`,
  ),
  testCase(
    'integration',
    ['windows', 'records-lost-update'],
    [
      code`two batches of one window at once`,
      code`the other is written first, a window that is new or known`,
      code`ours is added to it, and none is lost`,
    ],
    code`
  for (const known of [0, 1]) {
    const { deps } = world()
    if (known === 1) await stream([entry('1', 1)], deps)
    const other: Entry = { ...entry('9', 10), key: 'shard-2' }
    const records = contested(deps.records, '$kebab-windows', () => stream([other], deps))
    assert.equal(await stream([entry('2', 5)], { ...deps, records }), undefined)
    assert.deepEqual([(await windowAt(deps))?.count, (await windowAt(deps))?.sum], [2 + known, 15 + known])
  }
`,
  ),
  testCase(
    'integration',
    ['windows', 'table-down'],
    [code`a table that fails`, code`a batch comes`, code`it comes again from its begin, and is then complete`],
    code`
  const { deps } = world()
  const failing = { ...deps, records: { ...deps.records, get: () => Promise.reject(new Error('no table')) } as unknown as Deps['records'] }
  assert.equal(await stream([entry('1', 5), entry('2', 7)], failing), '1')
  assert.equal(await stream([entry('1', 5), entry('2', 7)], deps), undefined)
  assert.equal((await windowAt(deps))?.count, 2)
`,
  ),
  testCase(
    'integration',
    ['late', 'stream-malformed'],
    [code`late readings and entries that are none`, code`a batch comes`, code`they are counted, and hold up nothing`],
    code`
  const { deps, logged } = world()
  const strange: Entry = { ...entry('4', 1), data: new Uint8Array([0xff, 0xfe]) }
  await stream([entry('1', 5, START - LATE_MS - 1), entry('2', 'x'), entry('3', 4), strange, entry('5', 1, START + 60_001)], deps)
  const { taken, late, rejected } = logged.find(({ event }) => event === 'batch') ?? {}
  assert.deepEqual([taken, late, rejected], [1, 1, 3])
`,
  ),
  testCase(
    'unit',
    ['late', 'stream-malformed'],
    [code`texts that are no reading`, code`they are read`, code`each is refused`],
    code`
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  for (const value of [null, 1, [], { $entity: '', at: START, value: 1 }, { $entity: 'a b', at: START, value: 1 }, { $entity: 'a', at: 0.5, value: 1 }, { $entity: 'a', at: START, value: null }])
    assert.equal(read$EntityReading(bytes(value), START), undefined)
`,
  ),
  testCase(
    'integration',
    ['traced', 'stream-leak'],
    [code`a batch`, code`it is worked through`, code`one line has counts, and no values`],
    code`
  const { deps, logged } = world()
  await stream([entry('1', 987_654_321)], deps)
  assert.equal(logged.filter(({ event }) => event === 'batch').length, 1)
  assert.ok(!JSON.stringify(logged).includes('987654321'))
`,
  ),
]
