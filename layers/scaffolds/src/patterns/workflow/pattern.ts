import { type Code, code } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { recordsPart, rivalWriteSupport } from '../../parts/records/part.ts'
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

const aboveThreshold = (context: Context) => {
  const { cents, currency } = thresholdOf(context)
  return cents === 0 ? code`` : code` above ${(cents / 100).toFixed(2) as Code} ${currency}`
}

const contextFreePart: Part = {
  example: code`Payment and notification are not implemented: src/$kebab/$kebab-effects.ts has a port for each. Until you implement them, every flow that reaches one ends as failed, with the reason.`,
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
      input: code`None`,
      output: code`200 the flow with its history`,
      auth: code`A verified caller`,
    },
    {
      kind: 'http',
      method: code`POST`,
      path: code`/v1/$kebab-flows/:id/decision`,
      input: code`{decision: approve or reject}`,
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
          code`delivers a step twice`,
          code`Money is moved twice`,
          [5, 5],
          code`Each message names the version of the flow that it is for; effects receive a key made of flow and step`,
        ),
        threat(
          'step-failing',
          code`A system that a step calls`,
          code`fails repeatedly`,
          code`The flow stalls, and the team does not notice`,
          [3, 3],
          code`Five attempts with growing delays, then the flow ends as failed`,
        ),
        threat(
          'pretended',
          code`A developer of this project`,
          code`mistakes a completed flow for a payment`,
          code`A payment is assumed that never happened`,
          [4, 5],
          code`Effects that are not implemented throw, and their flow fails`,
        ),
        withCardIds(
          ['arch-outbox'],
          threat(
            'message-lost',
            code`A crash or a queue failure`,
            code`loses the message of a stored step`,
            code`The flow never continues`,
            [3, 4],
            code`A repeated request sends the message again; a sweep every 15 minutes finds stalled flows`,
          ),
        ),
      ],
    }),
    boundary('http', code`Caller to HTTP entry`, {
      R: [
        threat(
          'late-approval',
          code`Approvers`,
          code`decide long after the facts have changed, and deny the date`,
          code`An outdated decision is applied`,
          [2, 4],
          code`Decisions expire after seven days; the history records who decided and when`,
        ),
      ],
      E: [
        threat(
          'self-approval',
          code`Requesters`,
          code`approve their own request`,
          code`The four-eyes principle is bypassed`,
          [4, 5],
          code`The caller who decides must not be the requester`,
        ),
      ],
    }),
  ],
  decisions: [
    {
      title: code`A state machine in code, with one message per step`,
      context: code`Steps take between milliseconds and days, and must survive crashes on more than one platform.`,
      drivers: [code`Steps and approvals are tested without a cloud`, code`The behavior is the same on each platform`],
      options: [
        option(
          code`Pure transitions, a versioned record, and one message per step`,
          code`it is tested in milliseconds and runs on each platform`,
          code`there is no view of running flows, and a sweep must find stalled ones`,
        ),
        option(
          code`The workflow service of the platform`,
          code`it shows running flows and retries`,
          code`it differs between platforms, and tests need it`,
        ),
        option(
          code`One long-running program`,
          code`it is easy to read`,
          code`a deployment or crash loses running flows`,
        ),
      ],
      because: code`approvals and refusals are the hard part, and they are pure functions.`,
      good: [code`the history of a flow is in its record`],
      bad: [code`more than ten steps or parallel steps need the workflow service of the platform`],
      confirmation: code`test/$kebab-flow.test.ts.`,
    },
  ],
  assets: [code`Flows and their effects`],
  actors: [code`Requesters`, code`Approvers`],
  flows: [
    code`Caller to API: requests and decisions`,
    code`API to queue: steps`,
    code`Worker to table: flows`,
    code`Schedule to sweep: stalled flows`,
  ],
  questions: [
    code`How does the service pay and notify? Implement pay and notify in src/$kebab/$kebab-effects.ts`,
    code`What is reverted when a step fails after completed steps? Nothing is reverted yet`,
  ],
  constraints: [code`A step takes less than a minute`, code`A decision is due within seven days`],
}

const service = (context: Context): Part => ({
  summary: code`Processes $nouns in steps that survive crashes: check of the amount, approval by a second person${aboveThreshold(context) === '' ? code`` : code` for amounts${aboveThreshold(context)}`}, payment and notification.`,
  render: () => [templates('workflow', workflowInput(context)), rivalWriteSupport()],
  requirements: [
    {
      key: 'flow',
      text: code`A flow ends as done, rejected, failed or expired, despite crashes and repeated messages`,
      priority: 'P1',
    },
    {
      key: 'approval',
      text: code`A person other than the requester, with the scope approve, must approve each request${aboveThreshold(context) === '' ? code`` : code` for an amount${aboveThreshold(context)}`} in time`,
      priority: 'P1',
      ...(context.figures.approvalAbove !== undefined && { fulfills: [context.figures.approvalAbove.quote] }),
    },
    {
      key: 'progress',
      text: code`A flow whose message was lost continues, through a repeated request or the sweep`,
      priority: 'P1',
    },
  ],
})

/** Approvals need identified callers. */
const verificationOf = ({ verification }: Traits): 'jwt' | 'api-key' | 'mtls' =>
  verification === 'api-key' || verification === 'mtls' ? verification : 'jwt'

export const workflow: Pattern = {
  version: '1.2.0',
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
  requiredTraits: (traits) => ({ verification: verificationOf(traits) }),
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
    contextFreePart,
  ],
}
