import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Part } from '../../design.ts'
import { oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`Works through tasks about $nouns from a queue, each of which has its effect once.`,
  example: code`The effect is not implemented: src/$kebab/$kebab-effects.ts has a port for it. Until it is implemented, every message moves to the dead-letter queue.`,
  functions: [{ trigger: 'queue', uses: ['records'], timeoutSeconds: 60 }],
  rendered: () => [templates('queue-consumer')],
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
    {
      key: 'tasks-strict',
      text: code`Malformed messages are not processed and go to the dead-letter queue`,
      priority: 'P1',
    },
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
          code`Messages are validated strictly; a malformed one is not processed`,
        ),
        threat(
          'pretended',
          code`A developer of this project`,
          code`takes a task that was received for one that was done`,
          code`The effect never happens, unnoticed`,
          [4, 4],
          code`An effect that is not implemented throws, and its message moves to the dead-letter queue`,
        ),
      ],
    }),
  ],

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
  actors: [code`Producers`, code`Operators of the service`],
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
    code`Which systems may send to the queue? So far only this service may`,
  ],
}

export const queueConsumer: Pattern = {
  version: '1.1.0',
  title: 'Queue consumer',
  traits: {
    trigger: 'queue',
    route_shape: 'none',
    verification: 'none',
    dispatch: 'queue',
    store: 'keyvalue',
    exposure: 'internal',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'seconds',
  },
  parts: () => [queuePort, workPart, ownRecordsPart, oncePart(60), service],
}
