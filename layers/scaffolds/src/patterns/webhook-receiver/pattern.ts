import { type Code, code } from '../../code.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { contestedRecords, oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { type Scheme, schemeOf } from '../../parts/verification/hmac-part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { type TemplateInput, templates } from '../../templates/templates.ts'

/** A kind of event of GitHub that is about one thing: its X-GitHub-Event, and the member of its body that is the thing. */
interface About {
  readonly event: string
  readonly object: string
}

const KINDS: Readonly<Record<string, About>> = {
  'pull-request': { event: 'pull_request', object: 'pull_request' },
  pull: { event: 'pull_request', object: 'pull_request' },
  pr: { event: 'pull_request', object: 'pull_request' },
  issue: { event: 'issues', object: 'issue' },
  discussion: { event: 'discussion', object: 'discussion' },
}

const FALLBACK: About = { event: 'pull_request', object: 'pull_request' }

const aboutOf = ({ entity }: Pick<Context, 'entity'>): About => KINDS[entity.$kebab] ?? FALLBACK

const aboutQuestions = ({ entity }: Pick<Context, 'entity'>): Code[] =>
  KINDS[entity.$kebab] === undefined
    ? [
        code`Which event of GitHub is about a $noun? Until ABOUT in src/$kebab/read-$kebab-event.ts says it, pull_request alone is taken`,
      ]
    : []

const githubValues = (context: Pick<Context, 'entity'>) => {
  const { event, object } = aboutOf(context)
  return { githubEvent: event as Code, githubObject: object as Code }
}

const githubInput = (context: Context): Code => {
  const { event, object } = aboutOf(context)
  return code`An event of GitHub {action, repository, ${object as Code}}, X-GitHub-Event ${event as Code}; others are answered and not kept`
}

const INPUTS: Readonly<Record<Exclude<Scheme, 'github'>, Code>> = {
  standard: code`{type, subject, happened_at, data}`,
  stripe: code`Stripe's Event {type, created, data {object}}`,
}

const SEEN: Readonly<Record<Scheme, Code>> = {
  standard: code`Senders repeat for three days at most.`,
  stripe: code`Stripe repeats for three days.`,
  github: code`GitHub does not repeat by itself. A person can have a delivery sent again for three days.`,
}

const receiverInput = (scheme: Scheme, context: Context): TemplateInput => ({
  flags: { github: scheme === 'github' },
  values: { repeats: SEEN[scheme], ...githubValues(context) },
})

const REPEATS: Readonly<Record<Scheme, Code>> = {
  standard: code`Events come at least once and in any order`,
  stripe: code`Events come at least once and in any order`,
  github: code`Events come in any order, and GitHub does not repeat by itself what failed: a person has it sent again within three days`,
}

const fixed: Part = {
  summary: code`Receives signed events about $nouns, answers at once, and works on each of them once.`,
  functions: [
    { trigger: 'http', uses: ['records', 'queue'], timeoutSeconds: 10 },
    { trigger: 'queue', uses: ['records'], timeoutSeconds: 60 },
  ],
  requirements: [
    {
      key: 'receive',
      text: code`A verified event is answered before any work, and is in the queue by then`,
      priority: 'P1',
    },
    {
      key: 'newest',
      text: code`What is known of a $noun is its newest event, in whatever order events come`,
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
        E: code`A sender has no rights but to send events`,
        T: [
          {
            key: 'receive-repeat',
            source: code`The sender itself`,
            prerequisites: code`An answer that was lost`,
            action: code`sends the same event again, as senders do`,
            impact: code`One payment counts twice`,
            likelihood: 5,
            impactScore: 4,
            mitigation: code`Ids are kept for 72 hours, and the worker has one effect an id`,
          },
        ],
        R: [],
        D: [
          {
            key: 'receive-lost',
            source: code`A fault of the queue`,
            prerequisites: code`None`,
            action: code`takes no message after the event was marked as seen`,
            impact: code`The event is lost, and its repetition refused`,
            likelihood: 2,
            impactScore: 5,
            mitigation: code`The event is marked behind its message, never before`,
            answers: ['arch-outbox'],
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
            action: code`sends an event of another shape`,
            impact: code`Half an event is stored`,
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
      title: code`Answer first, work behind a queue`,
      context: code`Senders wait a few seconds and repeat what is not answered. Work on an event can take longer, and can fail.`,
      drivers: [code`No event is lost, none has two effects`, code`A slow store must not make the sender repeat`],
      options: [
        {
          name: code`Verify, enqueue, answer; a worker applies`,
          good: code`the answer depends on one write`,
          bad: code`what is known lags by seconds`,
        },
        {
          name: code`Apply within the request`,
          good: code`there is one function less`,
          bad: code`a slow store causes repetitions, which make it slower`,
        },
        {
          name: code`Poll the sender's API`,
          good: code`nothing needs to be public`,
          bad: code`it is late, and costs calls when nothing happens`,
        },
      ],
      because: code`it is the only one in which neither a slow store nor a crash loses an event.`,
      good: [code`the receiver is small and its tests cover every refusal`],
      bad: [code`a dead-letter queue must be watched`],
      confirmation: code`test/verification.test.ts and test/$kebab-events.test.ts.`,
    },
  ],
  assets: [code`What is known of $nouns`, code`The signing key`],
  actors: [code`The sender`, code`Operators of the service`],
  flows: [
    code`Sender to receiver: signed event over HTTPS`,
    code`Receiver to queue: event with its id`,
    code`Worker to table: the $noun`,
  ],
}

const service = (scheme: Scheme, context: Context): Part => ({
  rendered: () => [
    templates('webhook-receiver', receiverInput(scheme, context)),
    templates(`webhook-${scheme}`, { values: githubValues(context) }),
    contestedRecords(),
  ],
  requirements:
    scheme === 'github'
      ? [{ key: 'other-events', text: code`Only events about $nouns are kept; others are answered`, priority: 'P2' }]
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
      output: code`The $noun by its subject`,
      auth: code`The receiving function`,
    },
    {
      kind: 'http',
      method: code`GET`,
      path: code`/health`,
      input: code`Nothing`,
      output: code`200 {ok}`,
      auth: code`Everybody`,
    },
  ],

  constraints: [REPEATS[scheme], code`The sender waits ten seconds at most`, code`A body has at most 65,536 bytes`],
  questions:
    scheme === 'github'
      ? [
          code`Are bodies above 65,536 bytes needed? GitHub sends up to 25 MB; larger ones get 413 here, and what is in the queue must fit into a message`,
          ...aboutQuestions(context),
        ]
      : [],
})

export const webhookReceiver: Pattern = {
  version: '1.1.0',
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
  settled: () => ({ verification: 'hmac' }),
  parts: (context) => [
    httpEntry,
    verificationPart(context, { hmac: 'deduped' }),
    queuePort,
    workPart,
    ownRecordsPart,
    oncePart(60),
    service(schemeOf(context), context),
    fixed,
  ],
}
