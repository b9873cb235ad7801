import { type Code, code } from '../../code.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { oncePart, ownRecordsPart, rivalWriteSupport } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { type Scheme, schemeOf } from '../../parts/verification/hmac-part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { type TemplateInput, templates } from '../../templates/templates.ts'

const WORKER_TIMEOUT_SECONDS = 60

/** A GitHub event about one object: its X-GitHub-Event header, and the field of the body with the object. */
interface GithubEvent {
  readonly event: string
  readonly object: string
}

const GITHUB_EVENTS: Readonly<Record<string, GithubEvent>> = {
  'pull-request': { event: 'pull_request', object: 'pull_request' },
  pull: { event: 'pull_request', object: 'pull_request' },
  pr: { event: 'pull_request', object: 'pull_request' },
  issue: { event: 'issues', object: 'issue' },
  discussion: { event: 'discussion', object: 'discussion' },
}

const DEFAULT_GITHUB_EVENT: GithubEvent = { event: 'pull_request', object: 'pull_request' }

const githubEventOf = ({ entity }: Pick<Context, 'entity'>): GithubEvent =>
  GITHUB_EVENTS[entity.$kebab] ?? DEFAULT_GITHUB_EVENT

const githubEventQuestions = ({ entity }: Pick<Context, 'entity'>): Code[] =>
  GITHUB_EVENTS[entity.$kebab] === undefined
    ? [
        code`Which GitHub event is about a $noun? Until you set HANDLED_EVENT in src/$kebab/read-$kebab-event.ts, only pull_request is processed`,
      ]
    : []

const githubValues = (context: Pick<Context, 'entity'>) => {
  const { event, object } = githubEventOf(context)
  return { githubEvent: event as Code, githubObject: object as Code }
}

const githubInput = (context: Context): Code => {
  const { event, object } = githubEventOf(context)
  return code`A GitHub event {action, repository, ${object as Code}}, X-GitHub-Event ${event as Code}; other events are acknowledged and not stored`
}

const INPUTS: Readonly<Record<Exclude<Scheme, 'github'>, Code>> = {
  standard: code`{type, subject, happened_at, data}`,
  stripe: code`A Stripe event {type, created, data {object}}`,
}

const RETRY_POLICIES: Readonly<Record<Scheme, Code>> = {
  standard: code`Senders retry for at most three days.`,
  stripe: code`Stripe retries for three days.`,
  github: code`GitHub does not retry. A person can redeliver an event for three days.`,
}

const receiverInput = (scheme: Scheme, context: Context): TemplateInput => ({
  flags: { github: scheme === 'github' },
  values: { repeats: RETRY_POLICIES[scheme], ...githubValues(context) },
})

const DELIVERY_CONSTRAINTS: Readonly<Record<Scheme, Code>> = {
  standard: code`Events arrive at least once and in any order`,
  stripe: code`Events arrive at least once and in any order`,
  github: code`Events arrive in any order, and GitHub does not retry a failed delivery: a person must redeliver it within three days`,
}

const contextFreePart: Part = {
  summary: code`Receives signed events about $nouns, responds immediately, and processes each event once.`,
  functions: [
    { trigger: 'http', uses: ['records', 'queue'], timeoutSeconds: 10 },
    { trigger: 'queue', uses: ['records'], timeoutSeconds: WORKER_TIMEOUT_SECONDS },
  ],
  requirements: [
    {
      key: 'receive',
      text: code`A verified event is in the queue before it is acknowledged, and is processed later`,
      priority: 'P1',
    },
    {
      key: 'newest',
      text: code`A $noun is stored as its newest event describes it, whatever the order of events`,
      priority: 'P1',
    },
  ],
  boundaries: [
    {
      key: 'http',
      name: code`Sender to receiver`,
      cells: {
        S: [],
        I: [],
        E: code`A sender only has the right to send events`,
        T: [
          {
            key: 'receive-repeat',
            source: code`The sender itself`,
            prerequisites: code`A response that was lost`,
            action: code`sends the same event again, as senders do`,
            impact: code`One payment is counted twice`,
            likelihood: 5,
            impactScore: 4,
            mitigation: code`IDs are stored for 72 hours, and the worker has one effect per ID`,
          },
        ],
        R: [],
        D: [
          {
            key: 'receive-lost',
            source: code`A queue failure`,
            prerequisites: code`None`,
            action: code`loses the message after the event was marked as seen`,
            impact: code`The event is lost, and its repetition is ignored`,
            likelihood: 2,
            impactScore: 5,
            mitigation: code`The event is marked as seen after its message was sent, never before`,
            cardIds: ['arch-outbox'],
          },
        ],
      },
    },
    {
      key: 'queue',
      name: code`Queue to worker`,
      cells: {
        S: code`Only the receiving function may send to the queue`,
        R: [],
        I: [],
        D: [],
        E: [],
        T: [
          {
            key: 'queue-malformed',
            source: code`A sender with a new version`,
            prerequisites: code`A valid signature`,
            action: code`sends an event in another format`,
            impact: code`An incomplete event is stored`,
            likelihood: 3,
            impactScore: 3,
            mitigation: code`Events are validated strictly; a malformed one goes to the dead-letter queue and changes nothing`,
          },
        ],
      },
    },
  ],
  decisions: [
    {
      title: code`Acknowledge first, process through a queue`,
      context: code`Senders wait a few seconds and repeat unacknowledged events. Processing an event can take longer, and can fail.`,
      drivers: [code`No event is lost or has two effects`, code`A slow store must not cause repetitions`],
      options: [
        {
          name: code`Verify, enqueue and acknowledge; a worker applies the event`,
          good: code`the response depends on a single write`,
          bad: code`the stored state lags by seconds`,
        },
        {
          name: code`Apply the event within the request`,
          good: code`there is one function fewer`,
          bad: code`a slow store causes repetitions, which make it slower`,
        },
        {
          name: code`Poll the sender's API`,
          good: code`nothing needs to be public`,
          bad: code`it is slow, and idle polling costs calls`,
        },
      ],
      because: code`it is the only option in which neither a slow store nor a crash loses an event.`,
      good: [code`the receiver is small and its tests cover every refusal`],
      bad: [code`a dead-letter queue must be monitored`],
      confirmation: code`test/verification.test.ts and test/$kebab-events.test.ts.`,
    },
  ],
  assets: [code`The state of $nouns`, code`The signing key`],
  actors: [code`The sender`, code`Operators of the service`],
  flows: [
    code`Sender to receiver: signed event over HTTPS`,
    code`Receiver to queue: event with its ID`,
    code`Worker to table: the $noun`,
  ],
}

const service = (scheme: Scheme, context: Context): Part => ({
  render: () => [
    templates('webhook-receiver', receiverInput(scheme, context)),
    templates(`webhook-${scheme}`, { values: githubValues(context) }),
    rivalWriteSupport(),
  ],
  requirements:
    scheme === 'github'
      ? [
          {
            key: 'other-events',
            text: code`Only events about $nouns are stored; other events are acknowledged`,
            priority: 'P2',
          },
        ]
      : [],
  interfaces: [
    {
      kind: 'http',
      method: code`POST`,
      path: code`/webhooks/$kebabs`,
      auth: code`HMAC signature of the sender`,
      input: scheme === 'github' ? githubInput(context) : INPUTS[scheme],
      output:
        scheme === 'github' ? code`202 {received, repeated} or {received, ignored}` : code`202 {received, repeated}`,
    },
    {
      kind: 'queue',
      input: code`{id, body}`,
      output: code`The $noun, stored by its subject`,
      auth: code`The receiving function`,
    },
    {
      kind: 'http',
      method: code`GET`,
      path: code`/health`,
      input: code`None`,
      output: code`200 {ok}`,
      auth: code`Any client`,
    },
  ],

  constraints: [
    DELIVERY_CONSTRAINTS[scheme],
    code`The sender waits at most ten seconds`,
    code`A body has at most 65,536 bytes`,
  ],
  questions:
    scheme === 'github'
      ? [
          code`Do you need bodies above 65,536 bytes? GitHub sends up to 25 MB; this service returns 413 for larger bodies, and an event must fit into a queue message`,
          ...githubEventQuestions(context),
        ]
      : [],
})

export const webhookReceiver: Pattern = {
  version: '1.2.0',
  title: 'Webhook receiver',
  traits: {
    trigger: 'webhook',
    route_shape: 'single',
    verification: 'hmac',
    dispatch: 'queue',
    store: 'keyvalue',
    exposure: 'public',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'seconds',
  },
  requiredTraits: () => ({ verification: 'hmac' }),
  parts: (context) => [
    httpEntry,
    verificationPart(context, { hmac: 'deduped' }),
    queuePort,
    workPart,
    ownRecordsPart,
    oncePart(WORKER_TIMEOUT_SECONDS),
    service(schemeOf(context), context),
    contextFreePart,
  ],
}
