import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`Rooms about $nouns: each member receives the messages of the others at once.`,
  functions: [{ trigger: 'connection', uses: ['records', 'connections'], timeoutSeconds: 15 }],
  rendered: () => [
    templates('shared/problem', { flags: { invalid: false, absent: false } }),
    templates('realtime-hub'),
  ],
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
    { key: 'room', text: code`Members of a room receive its messages with their true sender`, priority: 'P1' },
    { key: 'entry', text: code`Only verified callers enter, each the rooms of its tenant`, priority: 'P1' },
    { key: 'bounded', text: code`Rooms, texts and rates are bounded`, priority: 'P1' },
    { key: 'traced', text: code`Each event leaves a line without texts and tokens`, priority: 'P2' },
  ],
  boundaries: [
    boundary('http', code`Person to hub`, {
      S: [
        threat(
          'pretended',
          code`A member`,
          code`says something in the name of another`,
          code`People are deceived`,
          [4, 4],
          code`The sender comes from the connection, never from the message`,
        ),
      ],
      T: [
        threat(
          'gone',
          code`A network`,
          code`breaks a connection without a word`,
          code`Sending to it fails each time`,
          [5, 2],
          code`A closed connection is removed when the next message to it fails`,
        ),
      ],
      R: [
        threat(
          'hub-denied',
          code`A member`,
          code`denies to have been there`,
          code`Nobody can tell`,
          [2, 2],
          code`A line for each event of a connection`,
        ),
      ],
      I: [
        threat(
          'foreign-room',
          code`A caller of another tenant`,
          code`enters a room by its name`,
          code`Conversations are overheard`,
          [4, 5],
          code`The tenant of the verified caller is part of a room's key`,
        ),
        threat(
          'hub-leak',
          code`A reader of logs`,
          code`finds texts or tokens there`,
          code`Conversations spread`,
          [3, 4],
          code`Our lines have neither; a token in an address is short-lived, and invocation logs of Workers are off`,
        ),
      ],
      D: [
        threat(
          'hub-flood',
          code`A member`,
          code`sends without end, or fills rooms`,
          code`Others hear nothing else`,
          [4, 3],
          code`20 messages a connection in each window of ten seconds, counted before they are heard; 100 members a room, 2,000 characters a text`,
        ),
      ],
    }),
  ],
  decisions: [
    {
      title: code`Rooms as records, one handler for all platforms`,
      context: code`Connections end at a gateway on one platform and at an object on the other; what is said must follow the same rules.`,
      drivers: [code`Rules are tested without sockets`, code`A lost connection does not affect others`],
      options: [
        option(
          code`One handler of events over a port that sends`,
          code`rules are the same everywhere and tested in memory`,
          code`a room is read for each message`,
        ),
        option(
          code`A server that holds sockets`,
          code`the quickest`,
          code`it must run always, and its crash disconnects all`,
        ),
        option(code`Polling`, code`plain HTTP`, code`late, and costs when nothing happens`),
      ],
      because: code`a hundred members a room are read in one request.`,
      good: [code`nothing runs while no messages are sent`],
      bad: [code`rooms above a hundred members need to be split`],
      confirmation: code`test/$kebab-room.test.ts.`,
    },
  ],
  assets: [code`Conversations, which are not kept`],
  actors: [code`Members of rooms`],
  flows: [code`Person to hub: texts over WebSocket`, code`Hub to members: texts`],
  constraints: [
    code`Messages arrive at most once: a client that reconnects has missed messages in between`,
    code`Conversations are not stored, so a new member does not see earlier messages`,
    code`A client that neither sends nor pings for a day is removed, and must connect again`,
  ],
}

export const realtimeHub: Pattern = {
  version: '1.1.0',
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
  settled: ({ verification }) => (verification === 'api-key' || verification === 'mtls' ? {} : { verification: 'jwt' }),
  parts: (context: Context) => {
    const isKey = context.traits.verification === 'api-key' || context.traits.verification === 'mtls'
    const verification = isKey ? context.traits.verification : 'jwt'
    const traits = { ...context.traits, verification } as const
    return [verificationPart({ ...context, traits }, { isConnected: true }), recordsPart(context), service]
  },
}
