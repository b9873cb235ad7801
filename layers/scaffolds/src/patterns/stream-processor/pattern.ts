import { code, joinCode } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import { type Context, type Decision, onAws, onCloudflare, type Part } from '../../design.ts'
import { ownRecordsPart, rivalWriteSupport } from '../../parts/records/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const retryMitigation = (context: Context) =>
  joinCode(
    [
      onAws(context)
        ? code`The batch is split in halves and retried at most five times; a dead-letter queue receives the position of lost readings`
        : undefined,
      onCloudflare(context) ? code`Messages have at most five attempts, then move to a dead-letter queue` : undefined,
    ],
    '. On Cloudflare: ',
  )

const contextFreePart: Part = {
  summary: code`Aggregates readings of $nouns from a stream into windows of one minute. Each reading is counted once.`,
  example: code`The reading is an example: a number with a time. Replace it with your own in src/$kebab/.`,
  functions: [{ trigger: 'stream', uses: ['records'], timeoutSeconds: 60 }],
  render: () => [templates('stream-processor'), rivalWriteSupport()],
  interfaces: [
    {
      kind: 'event',
      input: code`{$entity, at, value} by key, in order`,
      output: code`{count, sum, min, max} per window`,
      auth: code`Roles that may write to the stream`,
    },
  ],
  requirements: [
    {
      key: 'windows',
      text: code`Every reading is counted in its window once, even if a batch is repeated`,
      priority: 'P1',
    },
    {
      key: 'late',
      text: code`Late readings and malformed entries are counted and do not block the stream`,
      priority: 'P1',
    },
    { key: 'traced', text: code`Each batch is logged with its counts`, priority: 'P2' },
  ],
  boundaries: [
    boundary('stream', code`Stream to processor`, {
      S: code`Only roles that the infrastructure names may write to the stream`,
      T: [
        threat(
          'batch-twice',
          code`The stream`,
          code`repeats a batch after a failure in the middle`,
          code`Readings are counted twice`,
          [5, 3],
          code`A window stores the highest counted sequence of each key`,
        ),
        withCardIds(
          ['stride-poison'],
          threat(
            'stream-malformed',
            code`A sender with another version`,
            code`sends a malformed reading, or a time in the future`,
            code`One entry blocks a shard for a day`,
            [4, 4],
            code`The entry is counted as rejected, and the batch continues`,
          ),
        ),
      ],
      R: code`Each batch is logged with its counts, and windows store the counted sequences`,
      I: [
        withCardIds(
          ['stride-loose-logs'],
          threat(
            'stream-leak',
            code`A reader of logs`,
            code`finds measured values in them`,
            code`Data is disclosed`,
            [3, 3],
            code`Log lines only contain counts`,
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

const decisionOf = (context: Context): Decision => ({
  title: code`Windows that store their sequence numbers`,
  context: code`A stream repeats a batch from its beginning when a part of it fails.`,
  drivers: [code`Counts are correct after any failure`, code`A bad entry must not stop a shard`],
  options: [
    option(
      code`Sequence numbers in the aggregate`,
      code`a repetition has no effect, and each batch needs one write`,
      code`a window stores a number per key`,
    ),
    option(
      code`A record per entry, aggregated on read`,
      code`nothing is lost, and the length of a window can change`,
      code`it stores and reads every entry`,
    ),
    option(
      code`A stream engine with checkpoints`,
      code`it supports joins and late updates`,
      code`it is a cluster to operate`,
    ),
  ],
  because: code`counts are exact with one write per window and batch.`,
  good: [code`the windows are the only state`],
  bad: [
    code`readings that are more than 15 minutes late are only counted`,
    code`a reading that its sender writes to the stream twice counts as two`,
    ...(onCloudflare(context)
      ? [code`on Cloudflare messages have no order, so only a repetition of the last message of a key is recognized`]
      : []),
  ],
  confirmation: code`test/$kebab-windows.test.ts: repeated, failing and late batches.`,
})

const targetPart = (context: Context): Part => ({
  boundaries: [
    boundary('stream', code`Stream to processor`, {
      D: [
        threat(
          'table-down',
          code`The table`,
          code`fails in the middle of a batch`,
          code`Readings are lost, or block the stream`,
          [2, 4],
          retryMitigation(context),
        ),
      ],
    }),
  ],
  decisions: [decisionOf(context)],
  constraints: [
    onAws(context)
      ? code`Readings of a key arrive in order, at least once`
      : code`Messages arrive in any order, at least once`,
    code`Clocks of senders may be a minute ahead`,
  ],
})

export const streamProcessor: Pattern = {
  version: '1.2.0',
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
  parts: (context) => [ownRecordsPart, contextFreePart, targetPart(context)],
}
