import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Part } from '../../design.ts'
import { ownRecordsPart } from '../../parts/records/part.ts'
import type { Pattern } from '../../pattern.ts'
import { handler, rules, testHead } from './source.ts'

const cases: readonly Case[] = [
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

const service: Part = {
  summary: code`Aggregates readings of $nouns from a stream into windows of a minute, each reading once.`,
  example: code`A reading is an example: a number at a time. Put your own in its place, in src/$kebab/.`,
  functions: [{ trigger: 'stream', uses: ['records'], timeoutSeconds: 60 }],
  files: [
    { path: 'src/$kebab/$kebab-windows.ts', content: rules },
    { path: 'src/handler.ts', content: handler },
  ],
  interfaces: [
    {
      kind: 'event',
      input: code`{$entity, at, value} by key, in order`,
      output: code`{count, sum, min, max} a window`,
      auth: code`Roles that may write to the stream`,
    },
  ],
  requirements: [
    { key: 'windows', text: code`Every reading is in its window once, whatever comes again`, priority: 'P1' },
    { key: 'late', text: code`What is late or no reading is counted and holds up nothing`, priority: 'P1' },
    { key: 'traced', text: code`A batch leaves one line of counts`, priority: 'P2' },
  ],
  boundaries: [
    boundary('stream', code`Stream to processor`, {
      S: code`Only roles that the infrastructure names may write to the stream`,
      T: [
        threat(
          'batch-twice',
          code`The stream itself`,
          code`gives a batch again after a fault in its middle`,
          code`Readings count twice`,
          [5, 3],
          code`A window knows the highest sequence of each key that is in it`,
        ),
        threat(
          'stream-malformed',
          code`A sender of another version`,
          code`sends what is no reading, or a time in the future`,
          code`One entry blocks a shard for a day`,
          [4, 4],
          code`It is counted as rejected, and the batch goes on`,
        ),
      ],
      R: code`A batch leaves one line of counts, and windows name the sequences they hold`,
      I: [
        threat(
          'stream-leak',
          code`Who reads logs`,
          code`finds measured values there`,
          code`Data spreads`,
          [3, 3],
          code`Lines have counts alone`,
        ),
      ],
      D: [
        threat(
          'table-down',
          code`The table`,
          code`fails in the middle of a batch`,
          code`Readings are lost, or block without end`,
          [2, 4],
          code`The batch comes again, split in halves, five times at most; what is lost is named in a dead-letter queue`,
        ),
      ],
      E: [],
    }),
  ],
  suites: [{ path: 'test/$kebab-windows.test.ts', head: testHead, cases }],
  decisions: [
    {
      title: code`Windows that know what they hold`,
      context: code`Streams give a batch again from its begin when a part of it failed.`,
      drivers: [code`Figures are right after any fault`, code`A bad entry must not stop a shard`],
      options: [
        option(
          code`Sequence numbers within the aggregate`,
          code`a repetition changes nothing, in one write`,
          code`a window has a number a key`,
        ),
        option(
          code`A row an entry, aggregate on reading`,
          code`nothing is lost and windows can change`,
          code`it stores and reads every entry`,
        ),
        option(
          code`A stream engine with checkpoints`,
          code`it has joins and late updates`,
          code`it is a cluster to run`,
        ),
      ],
      because: code`it is exact with one write a window and batch.`,
      good: [code`no state but the windows`],
      bad: [
        code`what comes more than 15 minutes late is only counted; on Cloudflare messages have no order, so that only a repetition of the last one of a key is known`,
      ],
      confirmation: code`test/$kebab-windows.test.ts: batches again, halves and late ones.`,
    },
  ],
  assets: [code`Windows`],
  actors: [code`Senders of readings`, code`Who reads windows`],
  flows: [code`Sender to stream: readings by key`, code`Processor to table: windows`],
  constraints: [code`Readings of a key come in order, at least once`, code`Clocks of senders may be a minute ahead`],
}

export const streamProcessor: Pattern = {
  version: '1.0.0',
  title: 'Stream processor',
  traits: {
    ...{ trigger: 'stream', route_shape: 'none', verification: 'none', dispatch: 'stream', store: 'keyvalue' },
    ...{ exposure: 'internal', has_ui: 'no', uses_model: 'no', latency: 'seconds' },
  },
  parts: () => [ownRecordsPart, service],
}
