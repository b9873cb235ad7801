import { code, joined } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import { type Context, type Decision, onAws, onCloudflare, type Part } from '../../design.ts'
import { contestedRecords, ownRecordsPart } from '../../parts/records/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const again = (context: Context) =>
  joined(
    [
      onAws(context)
        ? code`The batch comes again, split in halves, five times at most; what is lost is named in a dead-letter queue`
        : undefined,
      onCloudflare(context)
        ? code`Messages come again, five times at most, and then wait in a dead-letter queue`
        : undefined,
    ],
    '. On Cloudflare: ',
  )

const fixed: Part = {
  summary: code`Aggregates readings of $nouns from a stream into windows of a minute, each reading once.`,
  example: code`A reading is an example: a number at a time. Put your own in its place, in src/$kebab/.`,
  functions: [{ trigger: 'stream', uses: ['records'], timeoutSeconds: 60 }],
  rendered: () => [templates('stream-processor'), contestedRecords()],
  interfaces: [
    {
      kind: 'event',
      input: code`{$entity, at, value} by key, in order`,
      output: code`{count, sum, min, max} a window`,
      auth: code`Roles that may write to the stream`,
    },
  ],
  requirements: [
    {
      key: 'windows',
      text: code`Every entry of the stream is in its window once, whatever batch comes again`,
      priority: 'P1',
    },
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
        answering(
          ['stride-poison'],
          threat(
            'stream-malformed',
            code`A sender of another version`,
            code`sends what is no reading, or a time in the future`,
            code`One entry blocks a shard for a day`,
            [4, 4],
            code`It is counted as rejected, and the batch goes on`,
          ),
        ),
      ],
      R: code`A batch leaves one line of counts, and windows name the sequences they hold`,
      I: [
        answering(
          ['stride-loose-logs'],
          threat(
            'stream-leak',
            code`A reader of logs`,
            code`finds measured values there`,
            code`Data spreads`,
            [3, 3],
            code`Lines have counts alone`,
          ),
        ),
      ],
      E: [],
    }),
  ],

  assets: [code`Windows`],
  actors: [code`Senders of readings`, code`Readers of windows`],
  flows: [code`Sender to stream: readings by key`, code`Processor to table: windows`],
}

const decision = (context: Context): Decision => ({
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
    option(code`A stream engine with checkpoints`, code`it has joins and late updates`, code`it is a cluster to run`),
  ],
  because: code`it is exact with one write a window and batch.`,
  good: [code`no state but the windows`],
  bad: [
    code`what comes more than 15 minutes late is only counted`,
    code`a reading that its sender puts into the stream twice is two readings`,
    ...(onCloudflare(context)
      ? [code`on Cloudflare messages have no order, so that only a repetition of the last one of a key is known`]
      : []),
  ],
  confirmation: code`test/$kebab-windows.test.ts: batches again, halves and late ones.`,
})

const byTarget = (context: Context): Part => ({
  boundaries: [
    boundary('stream', code`Stream to processor`, {
      D: [
        threat(
          'table-down',
          code`The table`,
          code`fails in the middle of a batch`,
          code`Readings are lost, or block without end`,
          [2, 4],
          again(context),
        ),
      ],
    }),
  ],
  decisions: [decision(context)],
  constraints: [
    onAws(context)
      ? code`Readings of a key come in order, at least once`
      : code`Messages come in no order, at least once`,
    code`Clocks of senders may be a minute ahead`,
  ],
})

export const streamProcessor: Pattern = {
  version: '1.1.0',
  title: 'Stream processor',
  traits: {
    trigger: 'stream',
    route_shape: 'none',
    verification: 'none',
    dispatch: 'stream',
    store: 'keyvalue',
    exposure: 'internal',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'seconds',
  },
  parts: (context) => [ownRecordsPart, fixed, byTarget(context)],
}
