import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Part } from '../../design.ts'
import { oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { effects, handler, rules, testHead } from './source.ts'

const cases: readonly Case[] = [
  testCase(
    'integration',
    ['tasks', 'once', 'task-twice'],
    [
      code`a task that comes twice, and another`,
      code`they are worked on`,
      code`each has its effect once, with its id as the key`,
    ],
    code`
  const { deps } = world()
  const { calls, handle } = effectOf()
  await handle(message(task('t-1')), deps)
  await handle(message(task('t-1'), 'again'), deps)
  await handle(message(task('t-2', { about: 'a-2' })), deps)
  assert.deepEqual(calls, ['t-1 a-1 x', 't-2 a-2 x'])
`,
  ),
  testCase(
    'integration',
    ['tasks', 'once', 'task-twice'],
    [
      code`an effect that fails, and two workers at one task`,
      code`the task comes again`,
      code`it is done after all, and never by both`,
    ],
    code`
  const { deps } = world()
  const { calls, handle } = effectOf(1)
  await assert.rejects(handle(message(task('t-1')), deps), /down/)
  await handle(message(task('t-1')), deps)
  assert.equal(calls.length, 1)
  const slow = queueWith({ carryOut: () => new Promise(() => {}) })
  void slow(message(task('t-2')), deps)
  await new Promise((resolve) => setImmediate(resolve))
  await assert.rejects(handle(message(task('t-2')), deps), { name: 'Busy' })
  assert.equal(calls.length, 1)
`,
  ),
  testCase(
    'integration',
    ['tasks', 'pretended'],
    [code`an effect that nobody has written`, code`tasks come`, code`each message fails and none is marked as done`],
    code`
  const { deps, logged } = world()
  assert.deepEqual(await settle([message(task('t-1'), 'm-1'), message(task('t-2'), 'm-2')], queue, deps), ['m-1', 'm-2'])
  assert.ok(logged.every(({ fault }) => String(fault).includes('carryOut is not built')))
  assert.equal(await deps.records.get('once', 't-1'), undefined)
`,
  ),
  testCase(
    'unit',
    ['tasks-strict', 'task-malformed'],
    [code`messages that are no tasks`, code`they are read`, code`each is unusable, by name`],
    code`
  const wrong: [Record<string, unknown>, RegExp][] = [[{ id: '' }, /^id/], [{ about: 'a b' }, /^about/], [{ about: 5 }, /^about/], [{ details: [] }, /^details/], [{ details: { to: 5 } }, /^details/], [{ details: { to: 'x'.repeat(2_001) } }, /^details/]]
  for (const [over, names] of wrong) assert.throws(() => read$EntityTask(task('t', over)), { name: 'Unusable', message: names })
  for (const body of [null, 'text', []]) assert.throws(() => read$EntityTask(body), { name: 'Unusable' })
  assert.deepEqual(read$EntityTask({ id: 't', about: 'a' }), { id: 't', about: 'a', details: {} })
`,
  ),
]

const service: Part = {
  summary: code`Works through tasks about $nouns from a queue, each of which has its effect once.`,
  example: code`The effect is not built: src/$kebab/$kebab-effects.ts has a port for it, and until somebody writes it every message ends in the dead-letter queue.`,
  functions: [{ trigger: 'queue', uses: ['records'], timeoutSeconds: 60 }],
  files: [
    { path: 'src/$kebab/$kebab-tasks.ts', content: rules },
    { path: 'src/$kebab/$kebab-effects.ts', content: effects },
    { path: 'src/handler.ts', content: handler },
  ],
  interfaces: [
    {
      kind: 'queue',
      input: code`{id, about, details?}`,
      output: code`The effect, once an id`,
      auth: code`Roles that may send to the queue`,
    },
  ],
  requirements: [
    { key: 'tasks', text: code`A task has its effect once, whatever comes twice, fails or dies`, priority: 'P1' },
    { key: 'tasks-strict', text: code`What is no task changes nothing and reaches a person`, priority: 'P1' },
  ],
  boundaries: [
    boundary('queue', code`Queue to worker`, {
      T: [
        threat(
          'task-twice',
          code`The queue itself`,
          code`gives a task twice, as queues do`,
          code`Its effect happens twice`,
          [5, 4],
          code`The id of a task is taken by a conditional write before its effect, and the effect gets it as its key`,
        ),
        threat(
          'task-malformed',
          code`A producer of another version`,
          code`sends tasks of another form, or texts without end`,
          code`Something unmeant is done`,
          [3, 4],
          code`Tasks are read strictly; what is none is unusable`,
        ),
        threat(
          'pretended',
          code`Who builds on this scaffold`,
          code`takes a task that was received for one that was done`,
          code`What was ordered never happens, and nobody notices`,
          [4, 4],
          code`An effect that nobody has written throws, and its message waits for a person`,
        ),
      ],
    }),
  ],
  suites: [{ path: 'test/$kebab-tasks.test.ts', head: testHead, cases }],
  decisions: [
    {
      title: code`A lease for each id, and the id as the key of the effect`,
      context: code`Queues give messages at least once, and a worker can die between an effect and its mark.`,
      drivers: [code`An effect happens once, also when a worker dies`, code`No task waits for another`],
      options: [
        option(
          code`A row an id, taken before the effect and marked behind it`,
          code`what comes twice is done once, and a task whose worker died is done again`,
          code`between effect and mark a crash repeats the effect, so the other side must know the key`,
        ),
        option(
          code`A mark before the effect, and never again`,
          code`no effect ever happens twice`,
          code`a crash in between loses it`,
        ),
        option(
          code`A FIFO queue with deduplication`,
          code`there is no code`,
          code`it forgets after five minutes, and a crash still repeats`,
        ),
      ],
      because: code`an effect that is lost is worse than one that the other side refuses as known.`,
      good: [code`workers need no lock of their own`],
      bad: [code`an id is remembered for three days, and what comes later counts as new`],
      confirmation: code`test/$kebab-tasks.test.ts and test/once.test.ts: repeated, failing, raced and refused tasks.`,
    },
  ],
  assets: [code`What tasks bring about`],
  actors: [code`Producers`, code`Who operates the service`],
  flows: [
    code`Producer to queue: tasks`,
    code`Worker to table: ids that are done`,
    code`Worker to the effect: the task with its key`,
  ],
  constraints: [
    code`Tasks come at least once and in any order`,
    code`A task takes less than a minute`,
    code`An id is remembered for three days`,
  ],
  questions: [
    code`What does a task bring about, and does the other side take an idempotency key? Write carryOut in src/$kebab/$kebab-effects.ts`,
    code`Who may send to the queue? Nobody outside of this service may so far`,
  ],
}

export const queueConsumer: Pattern = {
  version: '1.0.0',
  title: 'Queue consumer',
  traits: {
    ...{ trigger: 'queue', route_shape: 'none', verification: 'none', dispatch: 'queue', store: 'keyvalue' },
    ...{ exposure: 'internal', has_ui: 'no', uses_model: 'no', latency: 'seconds' },
  },
  parts: () => [queuePort, workPart, ownRecordsPart, oncePart(60), service],
}
