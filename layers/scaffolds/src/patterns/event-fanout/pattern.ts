import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Context, Part } from '../../design.ts'
import { httpPart } from '../../parts/http/part.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { queuePort, retryPart, workPart } from '../../parts/work/part.ts'
import { type Pattern, requestsFile } from '../../pattern.ts'
import { handler, rules, testHead } from './source.ts'

const cases: readonly Case[] = [
  testCase(
    'e2e',
    ['fanout'],
    [code`receivers of different types`, code`an event is published`, code`each who wants it gets one signed delivery`],
    code`
  const { deps, sent, fetched } = world({ fetch: () => new Response('ok') })
  await subscribe(deps, ['order.*'])
  await subscribe(deps, ['*'], 'https://other.example.com/all')
  await subscribe(deps, ['refund.made'])
  const response = await http(await goodRequest(), deps)
  assert.equal(((await response.json()) as { deliveries: number }).deliveries, 2)
  for (const body of [...sent]) await queue(message(body), deps)
  assert.deepEqual(fetched.map(({ url }) => url).sort(), ['https://other.example.com/all', 'https://receiver.example.com/hook'])
  const headers = new Headers(fetched[0]?.init?.headers)
  assert.match(headers.get('webhook-signature') ?? '', /^v1,[A-Za-z0-9+/=]{44}$/)
  assert.equal(sent.length, 2)
`,
  ),
  testCase(
    'integration',
    ['redelivered', 'receiver-down'],
    [code`a receiver that fails`, code`deliveries are tried`, code`later and later, and not without end`],
    code`
  const { deps, sent, delays } = world({ fetch: () => new Response('no', { status: 500 }) })
  await subscribe(deps, ['*'])
  await http(await goodRequest(), deps)
  for (let at = 0; at < sent.length; at++) await queue(message(sent[at]), deps)
  assert.equal(sent.length, MAX_ATTEMPTS)
  assert.ok(delays.every((delay) => delay <= 901_000))
  assert.ok((delays[6] ?? 0) > (delays[2] ?? 0))
`,
  ),
  testCase(
    'integration',
    ['redelivered'],
    [code`a receiver that has left`, code`a delivery comes`, code`nothing is sent`],
    code`
  const { deps, sent, fetched } = world()
  const { id } = await subscribe(deps, ['*'])
  await http(await goodRequest(), deps)
  assert.equal((await http(authorized('DELETE', '/v1/subscriptions/' + id), deps)).status, 204)
  assert.equal((await http(authorized('DELETE', '/v1/subscriptions/' + id), deps)).status, 404)
  await queue(message(sent[0]), deps)
  assert.equal(fetched.length, 0)
`,
  ),
  testCase(
    'unit',
    ['subscribed', 'inside'],
    [code`addresses inside of networks`, code`somebody subscribes with them`, code`each is refused`],
    code`
  const inside = ['http://example.com', 'https://localhost/x', 'https://127.0.0.1', 'https://[::1]/', 'https://169.254.169.254/latest', 'https://db.internal', 'https://2130706433/', 'https://intranet/', 'https://a:b@example.com', 'https://example.com:8443', 'x', 5]
  for (const url of inside) assert.throws(() => readSubscription({ url, types: ['*'] }), { code: 'invalid_input', field: 'url' }, String(url))
  for (const types of [[], ['A'], ['a..b'], 'a', Array(21).fill('a')]) assert.throws(() => readSubscription({ url: 'https://example.com/', types }), { field: 'types' })
  assert.deepEqual(['order.made', 'orders', 'order'].map((type) => wants({ types: ['order.*'] }, type)), [true, false, false])
`,
  ),
  testCase(
    'integration',
    ['redelivered', 'redirected'],
    [
      code`a receiver that redirects`,
      code`a delivery is tried`,
      code`the redirect is not followed, and counts as a failure`,
    ],
    code`
  const { deps, sent, fetched } = world({ fetch: () => new Response(null, { status: 302, headers: { location: 'https://169.254.169.254/' } }) })
  await subscribe(deps, ['*'])
  await http(await goodRequest(), deps)
  await queue(message(sent[0]), deps)
  assert.equal(fetched.length, 1)
  assert.equal(fetched[0]?.init?.redirect, 'manual')
  assert.equal(sent.length, 2)
  await assert.rejects(queue(message({ tenant: 'x' }), deps), { name: 'Unusable' })
`,
  ),
  testCase(
    'integration',
    ['subscribed', 'event-malformed'],
    [code`events that are none`, code`they are published`, code`400 that names the field`],
    code`
  const { deps, sent } = world()
  for (const body of [{ type: 'a' }, { id: 'x', type: 'A B' }, { id: 'x', type: 'a', data: [] }])
    assert.equal((await http(await goodRequest(JSON.stringify(body)), deps)).status, 400)
  assert.deepEqual(sent, [])
`,
  ),
]

const service: Part = {
  summary: code`Gives events about $nouns to all who subscribed, each delivery signed and repeated on its own.`,
  functions: [
    { trigger: 'http', uses: ['records', 'queue'], timeoutSeconds: 15 },
    { trigger: 'queue', uses: ['records', 'queue', 'upstream'], timeoutSeconds: 60 },
  ],
  files: [
    { path: 'src/$kebab/$kebab-events.ts', content: rules },
    { path: 'src/handler.ts', content: handler },
    requestsFile('POST', '/v1/$kebab-events', code`{ id: 'e-1', type: 'order.made', data: { amount: 5 } }`),
  ],
  interfaces: [
    {
      kind: 'http',
      method: code`POST`,
      path: code`/v1/$kebab-events`,
      input: code`{id, type, data}`,
      output: code`202 {id, deliveries}`,
      auth: code`A verified caller`,
    },
    {
      kind: 'http',
      method: code`POST`,
      path: code`/v1/subscriptions`,
      input: code`{url, types}`,
      output: code`201 {id, url, types, key}`,
      auth: code`A verified caller`,
    },
    {
      kind: 'http',
      method: code`DELETE`,
      path: code`/v1/subscriptions/:id`,
      input: code`Nothing`,
      output: code`204`,
      auth: code`A verified caller`,
    },
    {
      kind: 'event',
      input: code`An event`,
      output: code`POST to the receiver, signed as Standard Webhooks`,
      auth: code`The key of the subscription`,
    },
  ],
  requirements: [
    {
      key: 'fanout',
      text: code`Each who subscribed to a type gets each event of it at least once, signed`,
      priority: 'P1',
    },
    {
      key: 'redelivered',
      text: code`A delivery that fails is repeated for itself, later and later, and ends`,
      priority: 'P1',
    },
    {
      key: 'subscribed',
      text: code`Receivers are public addresses over TLS, and events have ids and types`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('queue', code`Queue to worker`, {
      T: code`Messages are made by our own functions alone, and read strictly`,
    }),
    boundary('http', code`Caller to HTTP entry`, {
      T: [
        threat(
          'event-malformed',
          code`A publisher`,
          code`sends events without id or type`,
          code`Receivers cannot know repetitions`,
          [3, 3],
          code`Events are read strictly before they are given on`,
        ),
      ],
    }),
    boundary('receiver', code`Worker to receivers`, {
      S: code`Receivers are known by the names in their certificates; they know us by the signature, with a key of their own`,
      T: [
        threat(
          'redirected',
          code`A receiver`,
          code`redirects a delivery to an address inside our network`,
          code`The event, or our reach, is used against us`,
          [3, 4],
          code`Redirects are not followed`,
        ),
      ],
      R: code`Each attempt leaves a line with event, subscription and status`,
      I: [
        threat(
          'inside',
          code`A caller`,
          code`subscribes with an address inside our network, or of the metadata service`,
          code`What answers there is reached by us`,
          [4, 5],
          code`Addresses are names over https without port; answers are never shown. Names that resolve to private addresses are refused by a network without a route to them`,
        ),
      ],
      D: [
        threat(
          'receiver-down',
          code`A receiver`,
          code`is slow or down`,
          code`Others wait, or we call without end`,
          [5, 3],
          code`A message a receiver, five seconds, twelve attempts with growing pauses`,
        ),
      ],
      E: code`A receiver's answer is read no further than its status`,
    }),
  ],
  suites: [{ path: 'test/$kebab-events.test.ts', head: testHead, cases }],
  decisions: [
    {
      title: code`A message a receiver`,
      context: code`One event goes to many receivers, of which some are slow or down at any time.`,
      drivers: [code`A slow receiver holds up no other`, code`Each delivery can be explained`],
      options: [
        option(
          code`One message for each delivery, which repeats itself with a delay`,
          code`receivers are apart, in one queue`,
          code`an event costs as many messages as it has receivers`,
        ),
        option(
          code`A topic with a queue for each receiver`,
          code`the platform repeats`,
          code`a queue for each customer must be made and removed`,
        ),
        option(
          code`A worker that calls all receivers`,
          code`one message an event`,
          code`one slow receiver repeats all the others`,
        ),
      ],
      because: code`receivers come and go by an API call.`,
      good: [code`a hundred receivers a tenant need no infrastructure`],
      bad: [code`after twelve attempts a delivery is only on record in the log`],
      confirmation: code`test/$kebab-events.test.ts.`,
    },
  ],
  assets: [code`Events`, code`Keys of receivers`],
  actors: [code`Publishers`, code`Receivers`],
  flows: [
    code`Publisher to API: events`,
    code`API to queue: deliveries`,
    code`Worker to receiver: signed events over HTTPS`,
  ],
  constraints: [code`A tenant has at most 100 subscriptions`, code`Deliveries come at least once, in any order`],
}

export const eventFanout: Pattern = {
  version: '1.0.0',
  title: 'Event fanout',
  traits: {
    ...{ trigger: 'http', route_shape: 'resource', verification: 'api-key', dispatch: 'fanout', store: 'keyvalue' },
    ...{ has_ui: 'no', uses_model: 'no', latency: 'seconds' },
  },
  parts: (context: Context) => [
    httpPart,
    verificationPart(context, { hmac: 'timed' }),
    queuePort,
    workPart,
    retryPart,
    recordsPart,
    service,
  ],
}
