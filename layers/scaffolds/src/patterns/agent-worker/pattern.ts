import { code } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import type { Part } from '../../design.ts'
import { oncePart, ownRecordsPart, rivalWriteSupport } from '../../parts/records/part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const TIMEOUT_SECONDS = 60

const service: Part = {
  summary: code`Works on goals about $nouns with a model and a few tools, within a budget. It changes data only if the sender of the goal allows it.`,
  example: code`The tools are an example: they read and write notes in the table of this service. They do not access other systems and do not request approvals. Add your own tools in src/$kebab/$kebab-tools.ts.`,
  functions: [{ trigger: 'queue', uses: ['records', 'queue', 'model'], timeoutSeconds: TIMEOUT_SECONDS }],
  render: () => [templates('agent-worker'), rivalWriteSupport()],
  interfaces: [
    {
      kind: 'queue',
      input: code`{id, goal, allows_changes?}; from the worker itself {id, step}`,
      output: code`The run with its steps`,
      auth: code`Roles that may send to the queue`,
    },
    {
      kind: 'tool',
      path: code`read_note, list_notes, write_note`,
      input: code`Strings`,
      output: code`A string`,
      auth: code`The run; changes need the permission of its sender`,
    },
  ],
  requirements: [
    {
      key: 'agent',
      text: code`A run stores each step, resumes after a crash at any step, and ends once`,
      priority: 'P1',
    },
    { key: 'bounded', text: code`A run ends after 8 steps, or after 3 consecutive invalid moves`, priority: 'P1' },
    {
      key: 'allowed',
      text: code`Only listed tools change data, and only in runs whose sender allowed changes`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('queue', code`Queue to worker`, {
      T: [
        threat(
          'step-repeated',
          code`The queue`,
          code`delivers the message of a step twice`,
          code`A change is made twice, or a result is replaced`,
          [4, 3],
          code`Each message names its step. One worker at a time leases a step, and a completed step is not repeated. Completed runs do not change, and a note is created once`,
        ),
        withCardIds(
          ['arch-outbox'],
          threat(
            'next-lost',
            code`A queue failure`,
            code`loses the message that follows a stored step`,
            code`The run never continues`,
            [2, 3],
            code`The message of the step fails and is retried. The retry sends the next message without repeating the step`,
          ),
        ),
      ],
    }),
    boundary('model', code`Worker to model`, {
      S: code`The platform authenticates the worker to the model`,
      T: [
        threat(
          'told-by-data',
          code`The author of a text that a tool returns`,
          code`writes instructions for the model into it`,
          code`The model follows the author's instructions`,
          [5, 4],
          code`Tool outputs are fenced and cannot close their fence; the list of tools is short, and changes need the sender's permission`,
        ),
        threat(
          'move-malformed',
          code`The model`,
          code`responds with prose, or with arguments of the wrong type`,
          code`An unintended tool call is made`,
          [4, 3],
          code`Only one strict JSON object is accepted as a move`,
        ),
      ],
      R: code`Every step is stored with its move and outcome, and logged`,
      I: code`The model only receives the goal and the outputs of these tools`,
      D: [
        withCardIds(
          ['stride-unbounded-work'],
          threat(
            'runaway',
            code`The model`,
            code`never finishes`,
            code`Model calls cost money without a result`,
            [4, 4],
            code`At most 8 steps, 600 tokens per step, and 3 consecutive invalid moves`,
          ),
        ),
      ],
      E: [
        withCardIds(
          ['stride-told-by-text'],
          threat(
            'unallowed-change',
            code`A model misled by injected text`,
            code`uses a tool that changes data`,
            code`Damage is done with the rights of this service`,
            [4, 5],
            code`Such tools require allows_changes, which the sender of the message sets and the model cannot set`,
          ),
        ),
      ],
    }),
  ],

  decisions: [
    {
      title: code`One message per step`,
      context: code`A model takes seconds for each step, and a run has several steps.`,
      drivers: [code`A crash loses at most one step`, code`The damage that a misled model can do is limited and known`],
      options: [
        option(
          code`One message per step, with the state in a record`,
          code`no function waits, and each step can be inspected`,
          code`a run takes a few seconds longer`,
        ),
        option(
          code`A loop within one function`,
          code`it is faster`,
          code`a crash loses the whole run, and the time limit of the function ends it`,
        ),
        option(
          code`An agent framework`,
          code`it includes many tools`,
          code`it is hard to see what is sent and allowed`,
        ),
      ],
      because: code`steps that can be inspected are worth the added latency.`,
      good: [code`budget and permissions are checked in one place`],
      bad: [code`parallel tool calls need another design`],
      confirmation: code`test/$kebab-run.test.ts, with a misbehaving model.`,
    },
  ],
  assets: [code`Notes`, code`The budget for model calls`],
  actors: [code`Callers who set goals`, code`The model, which may be misled`, code`Authors of notes`],
  flows: [
    code`Queue to worker: runs`,
    code`Worker to model: fenced goal and steps`,
    code`Worker to table: runs and notes`,
  ],
  constraints: [code`A step takes less than a minute`],
}

export const agentWorker: Pattern = {
  version: '1.2.0',
  title: 'Agent worker',
  traits: {
    trigger: 'queue',
    route_shape: 'none',
    verification: 'none',
    dispatch: 'steps',
    store: 'keyvalue',
    exposure: 'internal',
    has_ui: 'no',
    uses_model: 'yes',
    latency: 'batch',
  },
  parts: () => [queuePort, workPart, ownRecordsPart, oncePart(TIMEOUT_SECONDS), service],
}
