import { type Code, code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { contestedRecords, recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { queuePort, retryPart, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { type TemplateInput, templates } from '../../templates/templates.ts'
import type { Traits } from '../../traits.ts'

const thresholdOf = ({ figures }: Pick<Context, 'figures'>) => {
  const { cents, currency } = figures.approvalAbove?.value ?? { cents: 0, currency: 'the currency' }
  return { cents, currency: currency === 'the currency' ? code`the currency` : code`${currency as never}` }
}

const workflowInput = (context: Context): TemplateInput => {
  const { cents, currency } = thresholdOf(context)
  return { flags: { threshold: cents > 0 }, values: { cents, currency } }
}

const above = (context: Context) => {
  const { cents, currency } = thresholdOf(context)
  return cents === 0 ? code`` : code` above ${(cents / 100).toFixed(2) as Code} ${currency}`
}

const fixed: Part = {
  example: code`Paying and notifying are not implemented: src/$kebab/$kebab-effects.ts has a port for each. Until they are implemented, every flow that reaches one ends as failed, with the reason.`,
  functions: [
    { trigger: 'http', uses: ['records', 'queue'], timeoutSeconds: 10 },
    { trigger: 'queue', uses: ['records', 'queue'], timeoutSeconds: 60 },
    { trigger: 'schedule', uses: ['records', 'queue'], timeoutSeconds: 300 },
  ],
  everyMinutes: 15,
  interfaces: [
    {
      kind: 'http',
      method: code`POST`,
      path: code`/v1/$kebab-flows`,
      input: code`{amount_cents}, Idempotency-Key`,
      output: code`202 the flow`,
      auth: code`A verified caller`,
    },
    {
      kind: 'http',
      method: code`GET`,
      path: code`/v1/$kebab-flows/:id`,
      input: code`Nothing`,
      output: code`200 the flow with its history`,
      auth: code`A verified caller`,
    },
    {
      kind: 'http',
      method: code`POST`,
      path: code`/v1/$kebab-flows/:id/decision`,
      input: code`{decision approve|reject}`,
      output: code`200 the flow`,
      auth: code`A verified caller with the scope approve, other than the requester`,
    },
  ],
  boundaries: [
    boundary('queue', code`Queue to worker`, {
      T: [
        threat(
          'step-twice',
          code`The queue`,
          code`gives a step twice`,
          code`Money is moved twice`,
          [5, 5],
          code`A message names the version it is about; effects have the key of flow and step`,
        ),
        threat(
          'step-failing',
          code`What a step calls`,
          code`fails each time`,
          code`The flow hangs, unnoticed`,
          [3, 3],
          code`Five attempts with growing pauses, then the flow says failed`,
        ),
        threat(
          'pretended',
          code`A developer of this project`,
          code`takes a flow that is done for one that paid`,
          code`Money is thought to be moved, and is not`,
          [4, 5],
          code`Effects that are not implemented throw, and their flow fails`,
        ),
        answering(
          ['arch-outbox'],
          threat(
            'message-lost',
            code`A crash, or a queue that is down`,
            code`comes between a row and its message`,
            code`The flow never continues`,
            [3, 4],
            code`Repeated requests send the message again; a sweep every 15 minutes finds stalled flows`,
          ),
        ),
      ],
    }),
    boundary('http', code`Caller to HTTP entry`, {
      R: [
        threat(
          'late-approval',
          code`Approvers`,
          code`decides long after the facts have changed, and denies the date`,
          code`An old decision counts`,
          [2, 4],
          code`Seven days; the history says who and when`,
        ),
      ],
      E: [
        threat(
          'self-approval',
          code`Requesters`,
          code`approves the own request`,
          code`Four eyes are two`,
          [4, 5],
          code`The caller that decides must be another`,
        ),
      ],
    }),
  ],
  decisions: [
    {
      title: code`A state machine in code, a message a step`,
      context: code`Steps take from milliseconds to days, and must survive crashes, on more than one platform.`,
      drivers: [code`Steps and approvals are tested without a cloud`, code`The same behavior on each platform`],
      options: [
        option(
          code`Pure transitions, a row with versions, a message a step`,
          code`it is tested in milliseconds and runs everywhere`,
          code`there is no view of a running flow, and a sweep must find stalled ones`,
        ),
        option(
          code`A workflow service of the platform`,
          code`it shows running flows and retries`,
          code`it is another one on each platform, and tests need it`,
        ),
        option(
          code`One long-running program`,
          code`it reads as prose`,
          code`a deployment or crash loses what is on its way`,
        ),
      ],
      because: code`approvals and refusals are the hard part, and these are pure functions.`,
      good: [code`the history of a flow is in its row`],
      bad: [code`beyond ten steps or with parallel ones, take the platform's service`],
      confirmation: code`test/$kebab-flow.test.ts.`,
    },
  ],
  assets: [code`Flows and what they carry out`],
  actors: [code`Requesters`, code`Approvers`],
  flows: [
    code`Caller to API: requests and decisions`,
    code`API to queue: steps`,
    code`Worker to table: flows`,
    code`Clock to sweep: stalled flows`,
  ],
  questions: [
    code`How does the service pay and notify? Implement pay and notify in src/$kebab/$kebab-effects.ts`,
    code`What is undone when a step fails behind another that was done? Nothing is so far`,
  ],
  constraints: [code`A step takes less than a minute`, code`A decision comes within seven days`],
}

const service = (context: Context): Part => ({
  summary: code`Takes $nouns through steps that survive crashes: a check of the amount, an approval by somebody else${above(context)}, pay, notify.`,
  rendered: () => [templates('workflow', workflowInput(context)), contestedRecords()],
  requirements: [
    {
      key: 'flow',
      text: code`A flow ends as done, rejected, failed or expired, whatever crashes or comes twice`,
      priority: 'P1',
    },
    {
      key: 'approval',
      text: code`Somebody other than who asked, with the scope approve, approves in time what is${above(context) === '' ? code` asked for` : above(context)}`,
      priority: 'P1',
      ...(context.figures.approvalAbove !== undefined && { keeps: [context.figures.approvalAbove.said] }),
    },
    {
      key: 'progress',
      text: code`A flow whose message was lost goes on, by the repetition of a request or by the sweep`,
      priority: 'P1',
    },
  ],
})

/** Approvals need callers who can be told apart. */
const verificationOf = ({ verification }: Traits): 'jwt' | 'api-key' | 'mtls' =>
  verification === 'api-key' || verification === 'mtls' ? verification : 'jwt'

export const workflow: Pattern = {
  version: '1.1.0',
  title: 'Workflow',
  traits: {
    trigger: 'http',
    route_shape: 'resource',
    verification: 'jwt',
    dispatch: 'steps',
    store: 'keyvalue',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'batch',
  },
  settled: (traits) => ({ verification: verificationOf(traits) }),
  parts: (context: Context) => [
    ...[
      httpEntry,
      verificationPart(context, { scopes: ['approve'] }),
      queuePort,
      workPart,
      retryPart,
      recordsPart(context),
    ],
    service(context),
    fixed,
  ],
}
