import { code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Part } from '../../design.ts'
import { contestedRecords, oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const TIMEOUT_SECONDS = 60

const service: Part = {
  summary: code`Works on goals about $nouns with a model and a few tools, within a budget, changing only what the sender of the goal allowed.`,
  example: code`The tools are an example: notes in the table of this service. Nothing outside is looked up, drafted or sent, and no person is asked for approval: put your tools in src/$kebab/$kebab-tools.ts.`,
  functions: [{ trigger: 'queue', uses: ['records', 'queue', 'model'], timeoutSeconds: TIMEOUT_SECONDS }],
  rendered: () => [templates('agent-worker'), contestedRecords()],
  interfaces: [
    {
      kind: 'queue',
      input: code`{id, goal, allows_changes?}; of the worker to itself {id, step}`,
      output: code`The run with its steps`,
      auth: code`Roles that may send to the queue`,
    },
    {
      kind: 'tool',
      path: code`read_note, list_notes, write_note`,
      input: code`Texts`,
      output: code`A text`,
      auth: code`The run; changes where its sender allowed them`,
    },
  ],
  requirements: [
    { key: 'agent', text: code`A run keeps each step, survives a crash at any of them, and ends once`, priority: 'P1' },
    { key: 'bounded', text: code`A run ends after 8 steps, or 3 that lead nowhere`, priority: 'P1' },
    {
      key: 'allowed',
      text: code`Nothing is changed but by tools that are listed, in runs whose sender allowed changes`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('queue', code`Queue to worker`, {
      T: [
        threat(
          'step-repeated',
          code`The queue`,
          code`gives a step twice`,
          code`A change is made twice, or a result replaced`,
          [4, 3],
          code`A message names its step, which one worker at a time has and which is done once: repeated later it has no effect, ended runs stay, and notes are made once`,
        ),
        answering(
          ['arch-outbox'],
          threat(
            'next-lost',
            code`A fault of the queue`,
            code`takes no message behind a step that is written`,
            code`The run never continues`,
            [2, 3],
            code`The step's own message then fails, comes again, and sends the next one without working again`,
          ),
        ),
      ],
    }),
    boundary('model', code`Worker to model`, {
      S: code`The platform authenticates the worker to the model`,
      T: [
        threat(
          'told-by-data',
          code`The author of a text that a tool reads`,
          code`puts instructions for the model into it`,
          code`The model works for that person`,
          [5, 4],
          code`Outputs are fenced and cannot close their fence; tools are few, and changes need the sender's leave`,
        ),
        threat(
          'move-malformed',
          code`The model`,
          code`answers with prose, or with arguments of other kinds`,
          code`Something unmeant is called`,
          [4, 3],
          code`A move is one strict JSON object, or no move`,
        ),
      ],
      R: code`Every step is kept with its move and outcome, and leaves a line`,
      I: code`The model sees the goal and outputs of these tools alone`,
      D: [
        answering(
          ['stride-unbounded-work'],
          threat(
            'runaway',
            code`The model`,
            code`goes on without end`,
            code`Money is spent on nothing`,
            [4, 4],
            code`8 steps, 600 tokens each, 3 blunders in a row`,
          ),
        ),
      ],
      E: [
        answering(
          ['stride-told-by-text'],
          threat(
            'unallowed-change',
            code`The model, misled`,
            code`uses a tool that changes something`,
            code`Harm is done in our name`,
            [4, 5],
            code`Such tools need allows_changes of the run, which the sender of the message sets, never the model`,
          ),
        ),
      ],
    }),
  ],

  decisions: [
    {
      title: code`A message a step`,
      context: code`A model takes seconds for each step, and runs have several.`,
      drivers: [code`A crash loses one step at most`, code`What a misled model can do is small, and known`],
      options: [
        option(
          code`One step a message, state in a row`,
          code`no function waits, each step can be looked at`,
          code`a run takes some seconds more`,
        ),
        option(
          code`A loop within one function`,
          code`it is quicker`,
          code`a crash loses all, and time limits cut it off`,
        ),
        option(code`An agent framework`, code`many tools at once`, code`what is sent and allowed is hard to see`),
      ],
      because: code`steps that can be looked at are worth the seconds.`,
      good: [code`budget and leave are checked in one place`],
      bad: [code`parallel tools need another design`],
      confirmation: code`test/$kebab-run.test.ts with a model that misbehaves.`,
    },
  ],
  assets: [code`Notes`, code`Money for the model`],
  actors: [code`Callers who set goals`, code`The model, which may be misled`, code`Authors of notes`],
  flows: [
    code`Queue to worker: runs`,
    code`Worker to model: fenced goal and steps`,
    code`Worker to table: runs and notes`,
  ],
  constraints: [code`A step takes less than a minute`],
}

export const agentWorker: Pattern = {
  version: '1.1.0',
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
