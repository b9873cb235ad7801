import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Part } from '../../design.ts'
import { oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const TIMEOUT_SECONDS = 60

const service: Part = {
  summary: code`Processes tasks about $nouns from a queue. Each task has its effect once.`,
  example: code`The effect is not implemented: src/$kebab/$kebab-effects.ts has a port for it. Until it is implemented, every message moves to the dead-letter queue.`,
  functions: [{ trigger: 'queue', uses: ['records'], timeoutSeconds: TIMEOUT_SECONDS }],
  render: () => [templates('queue-consumer')],
  interfaces: [
    {
      kind: 'queue',
      input: code`{id, about, details?}`,
      output: code`The effect, once per ID`,
      auth: code`Roles that may send to the queue`,
    },
  ],
  requirements: [
    {
      key: 'tasks',
      text: code`A task has its effect once, despite repeated messages, failures and crashes`,
      priority: 'P1',
    },
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
          code`The queue`,
          code`delivers a task twice`,
          code`Its effect happens twice`,
          [5, 4],
          code`A conditional write leases the ID of a task before its effect, and the effect receives the ID as its key`,
        ),
        threat(
          'task-malformed',
          code`A producer with another version`,
          code`sends malformed tasks, or very long texts`,
          code`An unintended effect happens`,
          [3, 4],
          code`Messages are validated strictly; a malformed one is not processed`,
        ),
        threat(
          'pretended',
          code`A developer of this project`,
          code`mistakes a received task for a completed one`,
          code`The effect never happens, and the team does not notice`,
          [4, 4],
          code`An effect that is not implemented throws, and its message moves to the dead-letter queue`,
        ),
      ],
    }),
  ],

  decisions: [
    {
      title: code`A lease per ID, and the ID as the key of the effect`,
      context: code`Queues deliver messages at least once, and a worker can crash after an effect and before it is recorded.`,
      drivers: [code`An effect happens once, even if a worker crashes`, code`No task waits for another`],
      options: [
        option(
          code`A record per ID, leased before the effect and completed after it`,
          code`repeated messages have no effect, and a task of a crashed worker is retried`,
          code`a crash between the effect and its record repeats the effect, so the other system must deduplicate by key`,
        ),
        option(
          code`A record before the effect, and no retry`,
          code`no effect ever happens twice`,
          code`a crash in between loses the effect`,
        ),
        option(
          code`A FIFO queue with deduplication`,
          code`it needs no code`,
          code`it only deduplicates for five minutes, and a crash still repeats the effect`,
        ),
      ],
      because: code`a lost effect is worse than a repeated one, which the other system can refuse.`,
      good: [code`workers need no separate lock`],
      bad: [code`IDs are stored for three days; a later repetition counts as new`],
      confirmation: code`test/$kebab-tasks.test.ts and test/once.test.ts: repeated, failing, concurrent and refused tasks.`,
    },
  ],
  assets: [code`The effects of tasks`],
  actors: [code`Producers`, code`Operators of the service`],
  flows: [
    code`Producer to queue: tasks`,
    code`Worker to table: completed IDs`,
    code`Worker to the effect: the task with its key`,
  ],
  constraints: [
    code`Tasks arrive at least once and in any order`,
    code`A task takes less than a minute`,
    code`An ID is stored for three days`,
  ],
  questions: [
    code`What is the effect of a task, and does the other system support an idempotency key? Implement carryOut in src/$kebab/$kebab-effects.ts`,
    code`Which systems may send to the queue? Only this service may until a role is granted access`,
  ],
}

export const queueConsumer: Pattern = {
  version: '1.2.0',
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
  parts: () => [queuePort, workPart, ownRecordsPart, oncePart(TIMEOUT_SECONDS), service],
}
