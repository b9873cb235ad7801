import { code } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { recordsPart, rivalWriteSupport } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { queuePort, retryPart, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`Delivers events about $nouns to subscribers. Each delivery is signed, and retried separately.`,
  functions: [
    { trigger: 'http', uses: ['records', 'queue'], timeoutSeconds: 15 },
    { trigger: 'queue', uses: ['records', 'queue', 'upstream'], timeoutSeconds: 60 },
  ],
  render: () => [
    templates('event-fanout'),
    rivalWriteSupport(),
    acceptedPost(code`/v1/$kebab-events`, code`{ id: 'e-1', type: 'order.made', data: { amount: 5 } }`),
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
      input: code`None`,
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
      text: code`Each subscriber of a type receives its events at least once, signed`,
      priority: 'P1',
    },
    {
      key: 'redelivered',
      text: code`A failed delivery is retried separately, with growing delays, up to a limit`,
      priority: 'P1',
    },
    {
      key: 'subscribed',
      text: code`Receivers have public addresses with TLS, and events have IDs and types`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('queue', code`Queue to worker`, {
      T: code`Only functions of this service send messages, and messages are validated strictly`,
    }),
    boundary('http', code`Caller to HTTP entry`, {
      T: [
        threat(
          'event-malformed',
          code`A publisher`,
          code`sends events without an ID or a type`,
          code`Receivers cannot recognize repeated events`,
          [3, 3],
          code`Events are validated strictly before they are passed on`,
        ),
      ],
      D: [
        withCardIds(
          ['stride-unbounded-work'],
          threat(
            'subscriptions-full',
            code`A caller`,
            code`creates subscriptions without a limit`,
            code`One event causes an unlimited number of messages`,
            [3, 4],
            code`A tenant has at most 100 subscriptions; another one returns 409`,
          ),
        ),
      ],
    }),
    boundary('receiver', code`Worker to receivers`, {
      S: code`Receivers are verified by the names in their certificates; they verify this service by the signature, with a key per subscription`,
      T: [
        threat(
          'redirected',
          code`A receiver`,
          code`redirects a delivery to an address inside our network`,
          code`The event, or the network access of the service, is misused`,
          [3, 4],
          code`Redirects are not followed`,
        ),
      ],
      R: code`Each attempt is logged with event, subscription and status`,
      I: [
        withCardIds(
          ['stride-open-url'],
          threat(
            'inside',
            code`A caller`,
            code`subscribes with an address inside our network, or of the metadata service`,
            code`An internal address is called by this service`,
            [4, 5],
            code`Addresses must be host names with https and without a port; responses are never returned. A public name that resolves to a private address is not refused: run the service without a route to private networks`,
          ),
        ),
      ],
      D: [
        threat(
          'receiver-down',
          code`A receiver`,
          code`is slow or down`,
          code`Other deliveries wait, or retries never end`,
          [5, 3],
          code`One message per receiver, a timeout of five seconds, and twelve attempts with growing delays`,
        ),
      ],
      E: code`Only the status of a receiver's response is read`,
    }),
  ],

  decisions: [
    {
      title: code`One message per receiver`,
      context: code`One event goes to many receivers, and some of them are slow or down at any time.`,
      drivers: [code`A slow receiver does not delay the others`, code`Each delivery can be explained`],
      options: [
        option(
          code`One message per delivery, which is sent again with a delay`,
          code`receivers are isolated in a single queue`,
          code`an event costs one message per receiver`,
        ),
        option(
          code`A topic with a queue per receiver`,
          code`the platform retries deliveries`,
          code`a queue must be created and deleted for each customer`,
        ),
        option(
          code`A worker that calls all receivers`,
          code`there is one message per event`,
          code`one slow receiver causes repeated deliveries to all others`,
        ),
      ],
      because: code`receivers are added and removed with an API call.`,
      good: [code`a hundred receivers per tenant need no infrastructure`],
      bad: [code`after twelve attempts a delivery is only recorded in the log`],
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
  constraints: [code`A tenant has at most 100 subscriptions`, code`Deliveries arrive at least once, in any order`],
}

export const eventFanout: Pattern = {
  version: '1.2.0',
  title: 'Event fanout',
  traits: {
    trigger: 'http',
    route_shape: 'resource',
    verification: 'api-key',
    dispatch: 'fanout',
    store: 'keyvalue',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'seconds',
  },
  parts: (context: Context) => [
    httpEntry,
    verificationPart(context, { hmac: 'timed' }),
    queuePort,
    workPart,
    retryPart,
    recordsPart(context),
    service,
  ],
}
