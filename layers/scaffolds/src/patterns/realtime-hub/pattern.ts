import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { problem } from '../../parts/http/source.ts'
import { recordsPart } from '../../parts/records/part.ts'
import type { Trial } from '../../parts/verification/caller-cases.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { cases } from './cases.ts'
import { handler, rules, testHead } from './source.ts'

const service: Part = {
  summary: code`Rooms about $nouns in which people who are connected hear each other at once.`,
  functions: [{ trigger: 'connection', uses: ['records', 'connections'], timeoutSeconds: 15 }],
  files: [
    { path: 'src/http/problem.ts', content: problem },
    { path: 'src/$kebab/$kebab-room.ts', content: rules },
    { path: 'src/handler.ts', content: handler },
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
    { key: 'room', text: code`Who is in a room hears what is said there, from whom it truly came`, priority: 'P1' },
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
          code`What is gone is forgotten when it is next told something`,
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
          code`Somebody of another tenant`,
          code`enters a room by its name`,
          code`Conversations are overheard`,
          [4, 5],
          code`The tenant of the verified caller is part of a room's key`,
        ),
        threat(
          'hub-leak',
          code`Who reads logs`,
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
      drivers: [code`Rules are tested without sockets`, code`A lost connection harms nobody`],
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
      good: [code`nothing runs while nobody speaks`],
      bad: [code`rooms above a hundred members need to be split`],
      confirmation: code`test/$kebab-room.test.ts.`,
    },
  ],
  assets: [code`Conversations, which are not kept`],
  actors: [code`Members of rooms`],
  flows: [code`Person to hub: texts over WebSocket`, code`Hub to members: texts`],
  constraints: [
    code`Messages come at most once: who reconnects has missed what was said`,
    code`Nothing of a conversation is kept, so nothing is shown again to who joins`,
    code`Who neither speaks nor pings for a day is forgotten, and must connect again`,
  ],
}

/** A credential is tried by connecting with it. */
const byConnecting: Trial = {
  imports: code`import { connection } from '../src/handler.ts'`,
  answerTo: code`
/** The status of a connection that is opened with this Authorization. */
const answerTo = async (authorization: string | undefined, settings: Record<string, string> = {}): Promise<Response> => {
  const headers = new Headers(authorization === undefined ? {} : { authorization })
  const opened = { type: 'open' as const, connection: 'tried', headers, query: new URLSearchParams({ room: 'lobby' }), body: '' }
  return new Response(null, { status: await connection(opened, world({ settings }).deps) })
}
`,
}

export const realtimeHub: Pattern = {
  version: '1.0.0',
  title: 'Realtime hub',
  traits: {
    ...{ trigger: 'connection', route_shape: 'none', verification: 'jwt', dispatch: 'fanout', store: 'keyvalue' },
    ...{ exposure: 'public', has_ui: 'no', uses_model: 'no', latency: 'interactive', multi_tenant: 'yes' },
  },
  settled: ({ verification }) => (verification === 'api-key' || verification === 'mtls' ? {} : { verification: 'jwt' }),
  parts: (context: Context) => {
    const isKey = context.traits.verification === 'api-key' || context.traits.verification === 'mtls'
    const verification = isKey ? context.traits.verification : 'jwt'
    const traits = { ...context.traits, verification } as const
    return [
      verificationPart({ ...context, traits }, { trial: byConnecting }),
      recordsPart(context),
      service,
      { suites: [{ path: 'test/$kebab-room.test.ts', head: testHead, cases }] },
    ]
  },
}
