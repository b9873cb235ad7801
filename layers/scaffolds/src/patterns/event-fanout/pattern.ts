import { code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { contestedRecords, recordsPart } from '../../parts/records/part.ts'
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
  rendered: () => [
    templates('event-fanout'),
    contestedRecords(),
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
      text: code`Each subscriber of a type receives its events at least once, signed`,
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
      D: [
        answering(
          ['stride-unbounded-work'],
          threat(
            'subscriptions-full',
            code`A caller`,
            code`subscribes without end`,
            code`One event becomes messages without end`,
            [3, 4],
            code`A tenant has 100 subscriptions at most; one more is 409`,
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
      R: code`Each attempt leaves a line with event, subscription and status`,
      I: [
        answering(
          ['stride-open-url'],
          threat(
            'inside',
            code`A caller`,
            code`subscribes with an address inside our network, or of the metadata service`,
            code`An internal address is called by this service`,
            [4, 5],
            code`Addresses are names over https without port; answers are never shown. A public name that resolves to a private address is not refused here: run it without a route to such networks`,
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
          code`A message a receiver, five seconds, twelve attempts with growing pauses`,
        ),
      ],
      E: code`A receiver's answer is read no further than its status`,
    }),
  ],

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
  version: '1.1.0',
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
