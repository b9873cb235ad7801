import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`Rooms for $nouns over WebSocket. Each member of a room receives the messages of the others immediately.`,
  functions: [{ trigger: 'connection', uses: ['records', 'connections'], timeoutSeconds: 15 }],
  render: () => [templates('shared/problem', { flags: { invalid: false, absent: false } }), templates('realtime-hub')],
  interfaces: [
    {
      kind: 'event',
      method: code`WebSocket`,
      path: code`/?room=NAME`,
      input: code`{type: say, text} or {type: ping}`,
      output: code`{type: said, from, text, at}, pong or error`,
      auth: code`A verified caller; the token in a header or the query`,
    },
  ],
  requirements: [
    { key: 'room', text: code`Members of a room receive its messages with the verified sender`, priority: 'P1' },
    { key: 'entry', text: code`Only verified callers can join rooms, and only rooms of their tenant`, priority: 'P1' },
    { key: 'bounded', text: code`The sizes of rooms and texts and the message rates are limited`, priority: 'P1' },
    { key: 'traced', text: code`Each event is logged without texts and tokens`, priority: 'P2' },
  ],
  boundaries: [
    boundary('http', code`Client to hub`, {
      S: [
        threat(
          'pretended',
          code`A member`,
          code`sends a message under another member's name`,
          code`Members are deceived`,
          [4, 4],
          code`The sender comes from the connection, never from the message`,
        ),
      ],
      T: [
        threat(
          'gone',
          code`The network`,
          code`drops a connection without a close event`,
          code`Every message to it fails`,
          [5, 2],
          code`A closed connection is removed when the next message to it fails`,
        ),
      ],
      R: [
        threat(
          'hub-denied',
          code`A member`,
          code`denies having been in the room`,
          code`The facts cannot be reconstructed`,
          [2, 2],
          code`Each event of a connection is logged`,
        ),
      ],
      I: [
        threat(
          'foreign-room',
          code`A caller of another tenant`,
          code`joins a room by its name`,
          code`Conversations are disclosed`,
          [4, 5],
          code`The tenant of the verified caller is part of the key of a room`,
        ),
        threat(
          'hub-leak',
          code`A reader of logs`,
          code`finds texts or tokens there`,
          code`Conversations are disclosed`,
          [3, 4],
          code`Log lines contain neither; a token in a URL is short-lived, and invocation logs of Workers are disabled`,
        ),
      ],
      D: [
        threat(
          'hub-flood',
          code`A member`,
          code`sends an unlimited number of messages, or fills rooms`,
          code`Other members receive nothing else`,
          [4, 3],
          code`Per connection, 20 messages in each window of ten seconds, counted before delivery; 100 members per room; 2,000 characters per text`,
        ),
      ],
    }),
  ],
  decisions: [
    {
      title: code`Rooms as records, one handler for all platforms`,
      context: code`Connections end at a gateway on one platform and at a Durable Object on the other, and both must follow the same rules.`,
      drivers: [code`Rules are tested without sockets`, code`A lost connection does not affect others`],
      options: [
        option(
          code`One event handler with a port for sending`,
          code`the rules are the same on each platform and tested in memory`,
          code`each message reads the members of the room`,
        ),
        option(
          code`A server with open sockets`,
          code`it has the lowest latency`,
          code`it must always run, and a crash disconnects all clients`,
        ),
        option(code`Polling`, code`it only needs HTTP`, code`it is slow, and idle clients cost money`),
      ],
      because: code`one request reads the up to one hundred members of a room.`,
      good: [code`nothing runs while no messages are sent`],
      bad: [code`rooms with more than a hundred members must be split`],
      confirmation: code`test/$kebab-room.test.ts.`,
    },
  ],
  assets: [code`Conversations, which are not stored`],
  actors: [code`Members of rooms`],
  flows: [code`Client to hub: texts over WebSocket`, code`Hub to members: texts`],
  constraints: [
    code`Messages arrive at most once: a client misses the messages sent while it was disconnected`,
    code`Conversations are not stored, so a new member does not see earlier messages`,
    code`A client that neither sends nor pings for a day is removed, and must connect again`,
  ],
}

export const realtimeHub: Pattern = {
  version: '1.2.0',
  title: 'Realtime hub',
  traits: {
    trigger: 'connection',
    route_shape: 'none',
    verification: 'jwt',
    dispatch: 'fanout',
    store: 'keyvalue',
    exposure: 'public',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'interactive',
    multi_tenant: 'yes',
  },
  requiredTraits: ({ verification }) =>
    verification === 'api-key' || verification === 'mtls' ? {} : { verification: 'jwt' },
  parts: (context: Context) => {
    const isKey = context.traits.verification === 'api-key' || context.traits.verification === 'mtls'
    const verification = isKey ? context.traits.verification : 'jwt'
    const traits = { ...context.traits, verification } as const
    return [verificationPart({ ...context, traits }, { isConnected: true }), recordsPart(context), service]
  },
}
