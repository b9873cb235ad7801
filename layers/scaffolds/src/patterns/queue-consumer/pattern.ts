import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Part } from '../../design.ts'
import { ownRecordsPart } from '../../parts/records/part.ts'
import { queuePort, retryPart, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { handler, rules, testHead } from './source.ts'

const cases: readonly Case[] = [
  testCase(
    'integration',
    ['tasks', 'task-twice'],
    [code`a task that comes twice`, code`it is worked on`, code`it counts once`],
    code`
  const { deps } = world()
  await queue(message(task('t-1')), deps)
  await queue(message(task('t-1')), deps)
  await queue(message(task('t-2', { kind: 'remove', units: 2 })), deps)
  assert.equal(await unitsOf(deps), 3)
`,
  ),
  testCase(
    'integration',
    ['tasks', 'task-lost'],
    [
      code`another worker that was quicker`,
      code`the write is refused`,
      code`the task is tried again on what is there now`,
    ],
    code`
  const { deps } = world()
  await queue(message(task('t-1')), deps)
  let quicker = 1
  const { records } = deps
  const racing = Object.create(records, {
    replace: {
      value: async (...given: Parameters<typeof records.replace>) => {
        if (quicker-- > 0) await queue(message(task('t-2')), deps)
        return records.replace(...given)
      },
    },
    get: { value: records.get.bind(records) },
    insert: { value: records.insert.bind(records) },
  }) as typeof records
  await queue(message(task('t-3')), { ...deps, records: racing })
  assert.equal(await unitsOf(deps), 15)
`,
  ),
  testCase(
    'unit',
    ['tasks-strict', 'task-malformed'],
    [code`messages that are no tasks`, code`they are read`, code`each is unusable, by name`],
    code`
  const wrong: [Record<string, unknown>, RegExp][] = [[{ id: '' }, /id/], [{ kind: 'steal' }, /kind/], [{ account: 'a b' }, /account/], [{ units: 0 }, /units/], [{ units: 0.5 }, /units/], [{ units: 1e9 }, /units/]]
  for (const [over, names] of wrong) assert.throws(() => read$EntityTask(task('t', over)), { name: 'Unusable', message: names })
  for (const body of [null, 'text', []]) assert.throws(() => read$EntityTask(body), { name: 'Unusable' })
`,
  ),
  testCase(
    'unit',
    ['tasks'],
    [code`a balance`, code`more is removed than is there`, code`it stays, and a person is asked`],
    code`
  const given = { units: 2, tasks: 1 }
  assert.throws(() => after$EntityTask(given, { id: 't', kind: 'remove', account: 'a', units: 3 }), { name: 'Unusable' })
  assert.deepEqual(after$EntityTask(given, { id: 't', kind: 'remove', account: 'a', units: 2 }), { units: 0, tasks: 2 })
`,
  ),
]

const service: Part = {
  summary: code`Works through tasks about $nouns from a queue, each of which counts once.`,
  example: code`What a task does is an example: it adds units to an account or takes some away. Put your own tasks in its place, in src/$kebab/$kebab-tasks.ts.`,
  functions: [{ trigger: 'queue', uses: ['records'], timeoutSeconds: 60 }],
  files: [
    { path: 'src/$kebab/$kebab-tasks.ts', content: rules },
    { path: 'src/handler.ts', content: handler },
  ],
  interfaces: [
    {
      kind: 'queue',
      input: code`{id, kind add|remove, account, units}`,
      output: code`The account's balance`,
      auth: code`Roles that may send to the queue`,
    },
  ],
  requirements: [
    { key: 'tasks', text: code`A task counts once, whatever comes twice, dies or is quicker`, priority: 'P1' },
    { key: 'tasks-strict', text: code`What is no task changes nothing and reaches a person`, priority: 'P1' },
  ],
  boundaries: [
    boundary('queue', code`Queue to worker`, {
      T: [
        threat(
          'task-twice',
          code`The queue itself`,
          code`gives a task twice, as queues do`,
          code`It counts twice`,
          [5, 4],
          code`The id of a task is written in the same conditional write as its effect`,
        ),
        threat(
          'task-lost',
          code`Two workers at once`,
          code`write one account from the same state`,
          code`One task is lost`,
          [4, 4],
          code`The write names the version it read; the slower one tries again`,
        ),
        threat(
          'task-malformed',
          code`A producer of another version`,
          code`sends units below zero, or beyond what can be counted`,
          code`Balances are wrong`,
          [3, 4],
          code`Tasks are read strictly; what is none is unusable`,
        ),
      ],
    }),
  ],
  suites: [{ path: 'test/$kebab-tasks.test.ts', head: testHead, cases }],
  decisions: [
    {
      title: code`The id of a task in the row of its effect`,
      context: code`Queues give messages at least once, and a worker can die between two writes.`,
      drivers: [
        code`A task counts once, also when a worker dies at any line`,
        code`Accounts do not wait for one another`,
      ],
      options: [
        option(
          code`Task ids and balance in one row, one conditional write`,
          code`there is no moment between effect and mark`,
          code`a row remembers 500 tasks at most`,
        ),
        option(
          code`A row a task, then the balance`,
          code`any number of tasks is remembered`,
          code`a worker that dies between the two counts a task twice or never`,
        ),
        option(
          code`A FIFO queue with deduplication`,
          code`there is no code`,
          code`it forgets after five minutes, and a crash still repeats`,
        ),
      ],
      because: code`it is the only one without a moment in which a crash does harm.`,
      good: [code`workers need no lock`],
      bad: [code`an account with more than 500 tasks within 15 days needs rows of its own for ids`],
      confirmation: code`test/$kebab-tasks.test.ts: repeated, raced and refused tasks.`,
    },
  ],
  assets: [code`Balances`],
  actors: [code`Producers`, code`Who operates the service`],
  flows: [code`Producer to queue: tasks`, code`Worker to table: balances`],
  constraints: [code`Tasks come at least once and in any order`, code`A task takes less than a minute`],
}

export const queueConsumer: Pattern = {
  version: '1.0.0',
  title: 'Queue consumer',
  traits: {
    ...{ trigger: 'queue', route_shape: 'none', verification: 'none', dispatch: 'queue', store: 'keyvalue' },
    ...{ exposure: 'internal', has_ui: 'no', uses_model: 'no', latency: 'seconds' },
  },
  parts: () => [queuePort, workPart, retryPart, ownRecordsPart, service],
}
