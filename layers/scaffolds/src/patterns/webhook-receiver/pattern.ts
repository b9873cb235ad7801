import { type Code, code } from '../../code.ts'
import type { Case, Part, SourceFile } from '../../design.ts'
import { httpPart } from '../../parts/http/part.ts'
import { oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { schemeOf } from '../../parts/verification/hmac-part.ts'
import type { Scheme } from '../../parts/verification/hmac-source.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { eventBody, handler, rules, testHead } from './source.ts'

const cases: readonly Case[] = [
  {
    ...{
      level: 'integration',
      given: code`a verified event`,
      when: code`it arrives`,
      outcome: code`202 at once, and a message in the queue`,
    },
    traces: ['receive'],
    body: code`
  const { deps, sent } = world()
  const response = await http(await goodRequest(), deps)
  assert.equal(response.status, 202)
  assert.equal(sent.length, 1)
`,
  },
  {
    ...{
      level: 'e2e',
      given: code`the same event twice`,
      when: code`it is received and worked on`,
      outcome: code`one message, one effect`,
    },
    traces: ['receive', 'receive-repeat', 'once'],
    body: code`
  const { deps, sent } = world()
  const first = await http(await goodRequest(), deps)
  const second = await http(await goodRequest(), deps)
  assert.deepEqual([first.status, second.status, sent.length], [202, 202, 1])
  const message = { id: 'm-1', attempt: 1, body: sent[0] }
  await queue(message, deps)
  await queue({ ...message, id: 'm-2', attempt: 2 }, deps)
  assert.equal((await deps.records.get('$kebabs', SUBJECT))?.version, 1)
  assert.equal(await statusOf(deps), FIRST)
`,
  },
  {
    ...{
      level: 'integration',
      given: code`a queue that fails`,
      when: code`an event arrives`,
      outcome: code`500, and the repetition is taken`,
    },
    traces: ['receive', 'receive-lost'],
    body: code`
  const { deps, sent } = world()
  const failing = { ...deps, queue: { send: () => Promise.reject(new Error('no queue')) } }
  assert.equal((await http(await goodRequest(), failing)).status, 500)
  assert.equal((await http(await goodRequest(), deps)).status, 202)
  assert.equal(sent.length, 1)
`,
  },
  {
    ...{
      level: 'integration',
      given: code`events out of order`,
      when: code`they are worked on`,
      outcome: code`the newest stays`,
    },
    traces: ['newest'],
    body: code`
  const { deps } = world()
  await queue(work('2', THEN, 2_000), deps)
  await queue(work('1', FIRST, 1_000), deps)
  assert.equal(await statusOf(deps), THEN)
`,
  },
  {
    ...{
      level: 'integration',
      given: code`a message that is no event`,
      when: code`it is worked on`,
      outcome: code`it is unusable, and nothing is stored`,
    },
    traces: ['newest', 'queue-malformed'],
    body: code`
  const { deps } = world()
  for (const body of [null, 'text', { id: 'x' }, { id: 'x', receivedAt: 0, body: {} }, work('1', FIRST, 0, '').body])
    await assert.rejects(queue({ id: 'm', attempt: 1, body }, deps), { name: 'Unusable' })
  assert.deepEqual(await deps.records.list('$kebabs', { limit: 5 }), [])
`,
  },
]

/** What GitHub alone does: numbers within a repository, kinds of events in a header, and a ping. */
const githubCases: readonly Case[] = [
  {
    ...{
      level: 'e2e',
      given: code`events of two pull requests and an issue of one repository, at one moment`,
      when: code`they are received and worked on`,
      outcome: code`each is known by its own number, with event and action`,
    },
    traces: ['receive', 'newest'],
    body: code`
  const { deps, sent } = world()
  const issue = { action: 'opened', repository: { full_name: 'octo/shop' }, issue: { number: 9, updated_at: new Date(START).toISOString() } }
  await http(await goodRequest(), deps)
  await http(await goodRequest(JSON.stringify(eventBody(THEN, 'octo/shop#8'))), deps)
  await http(authorized('POST', PATH, JSON.stringify(issue), { event: 'issues' }), deps)
  for (const [at, body] of sent.entries()) await queue({ id: 'm-' + at, attempt: 1, body }, deps)
  assert.deepEqual([await statusOf(deps), await statusOf(deps, 'octo/shop#8'), await statusOf(deps, 'octo/shop#9')], [FIRST, THEN, 'issues.opened'])
`,
  },
  {
    ...{
      level: 'integration',
      given: code`the ping of a new hook`,
      when: code`it arrives signed`,
      outcome: code`200, and nothing is in the queue`,
    },
    traces: ['receive'],
    body: code`
  const { deps, sent } = world()
  const ping = authorized('POST', PATH, '{"zen":"Design for failure.","hook_id":1,"organization":{"login":"octo"}}', { event: 'ping' })
  assert.equal((await http(ping, deps)).status, 200)
  assert.deepEqual(sent, [])
`,
  },
]

const requests: SourceFile = {
  path: 'test/support/requests.ts',
  content: code`
import { authorized } from './credentials.ts'
import { eventBody, FIRST } from './event-body.ts'

export const PATH = '/webhooks/$kebabs'

export const goodBody = JSON.stringify(eventBody(FIRST))

/** A request that the service answers gladly. */
export const goodRequest = async (body: string = goodBody): Promise<Request> => authorized('POST', PATH, body)
`,
}

const INPUTS: Readonly<Record<Scheme, Code>> = {
  standard: code`{type, subject, happened_at, data}`,
  stripe: code`Stripe's Event {type, created, data {object}}`,
  github: code`An event of GitHub {action?, repository, pull_request?, issue?}, X-GitHub-Event`,
}

const REPEATS: Readonly<Record<Scheme, Code>> = {
  standard: code`Events come at least once and in any order`,
  stripe: code`Events come at least once and in any order`,
  github: code`Events come in any order, and GitHub does not repeat by itself what failed: a person has it sent again within three days`,
}

const service = (scheme: Scheme): Part => ({
  summary: code`Receives signed events about $nouns, answers at once, and works on each of them once.`,
  functions: [
    { trigger: 'http', uses: ['records', 'queue'], timeoutSeconds: 10 },
    { trigger: 'queue', uses: ['records'], timeoutSeconds: 60 },
  ],
  files: [
    { path: 'src/handler.ts', content: handler(scheme) },
    { path: 'src/$kebab/$kebab-events.ts', content: rules(scheme) },
    { path: 'test/support/event-body.ts', content: eventBody(scheme) },
    requests,
  ],
  interfaces: [
    {
      ...{ kind: 'http', method: code`POST`, path: code`/webhooks/$kebabs`, auth: code`HMAC signature of the sender` },
      ...{ input: INPUTS[scheme], output: code`202 {received, repeated}` },
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
        ...{ S: [], I: [], E: code`A sender has no rights but to send events` },
        T: [
          {
            ...{ key: 'receive-repeat', source: code`The sender itself`, prerequisites: code`An answer that was lost` },
            ...{ action: code`sends the same event again, as senders do`, impact: code`One payment counts twice` },
            ...{ likelihood: 5, impactScore: 4 },
            mitigation: code`Ids are kept for 72 hours, and the worker has one effect an id`,
          },
        ],
        R: [],
        D: [
          {
            ...{ key: 'receive-lost', source: code`A fault of the queue`, prerequisites: code`None` },
            ...{
              action: code`takes no message after the event was marked as seen`,
              impact: code`The event is lost, and its repetition refused`,
            },
            ...{ likelihood: 2, impactScore: 5 },
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
        ...{ S: code`Only the receiving function may send to the queue`, R: [], I: [], D: [], E: [] },
        T: [
          {
            ...{
              key: 'queue-malformed',
              source: code`A sender with a new version`,
              prerequisites: code`A valid signature`,
            },
            ...{ action: code`sends an event of another shape`, impact: code`Half an event is stored` },
            ...{ likelihood: 3, impactScore: 3 },
            mitigation: code`Events are read strictly; what is none goes to the dead-letter queue and changes nothing`,
          },
        ],
      },
    },
  ],
  suites: [
    {
      path: 'test/$kebab-events.test.ts',
      head: testHead(scheme),
      cases: scheme === 'github' ? [...cases, ...githubCases] : cases,
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
  actors: [code`The sender`, code`Who operates the service`],
  flows: [
    code`Sender to receiver: signed event over HTTPS`,
    code`Receiver to queue: event with its id`,
    code`Worker to table: the $noun`,
  ],
  constraints: [REPEATS[scheme], code`The sender waits ten seconds at most`, code`A body has at most 65,536 bytes`],
  questions:
    scheme === 'github'
      ? [
          code`Are bodies above 65,536 bytes needed? GitHub sends up to 25 MB; larger ones get 413 here, and what is in the queue must fit into a message`,
        ]
      : [],
})

export const webhookReceiver: Pattern = {
  version: '1.0.0',
  title: 'Webhook receiver',
  traits: {
    ...{ trigger: 'webhook', route_shape: 'single', verification: 'hmac', dispatch: 'queue', store: 'keyvalue' },
    ...{ exposure: 'public', has_ui: 'no', uses_model: 'no', latency: 'seconds' },
  },
  settled: () => ({ verification: 'hmac' }),
  parts: (context) => [
    httpPart,
    verificationPart(context, 'deduped'),
    queuePort,
    workPart,
    ownRecordsPart,
    oncePart,
    service(schemeOf(context)),
  ],
}
