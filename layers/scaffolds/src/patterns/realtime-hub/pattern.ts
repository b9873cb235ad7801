import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Context, Part } from '../../design.ts'
import { problem } from '../../parts/http/source.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { handler, rules, testHead } from './source.ts'

const cases: readonly Case[] = [
  testCase(
    'e2e',
    ['room'],
    [
      code`two people in a room, one in another`,
      code`somebody says something`,
      code`those in the room hear it, the other does not`,
    ],
    code`
  const now = world()
  assert.deepEqual([await enter(now, 'a'), await enter(now, 'b'), await enter(now, 'c', 'attic')], [200, 200, 200])
  assert.equal(await say(now, 'a', 'hello'), 200)
  assert.deepEqual([heardBy(now, 'a').length, heardBy(now, 'b').length, heardBy(now, 'c').length], [1, 1, 0])
  await connection(event('close', 'b'), now.deps)
  await say(now, 'a', 'again')
  assert.equal(heardBy(now, 'b').length, 1)
`,
  ),
  testCase(
    'integration',
    ['entry', 'caller-verified', 'caller-forged'],
    [
      code`somebody without a credential, or with a wrong one`,
      code`they connect or speak`,
      code`401, and nobody hears them`,
    ],
    code`
  const now = world()
  const wrong = new Request('https://service.test/', { headers: { authorization: 'Bearer not.a-credential.that-is-known' } })
  assert.equal(await enter(now, 'x', 'lobby', new Request('https://service.test/')), 401)
  assert.equal(await enter(now, 'x', 'lobby', wrong), 401)
  assert.equal(await say(now, 'x', 'hello'), 401)
  assert.deepEqual(heardBy(now, 'x').map(({ code }) => code), ['unauthorized'])
`,
  ),
  testCase(
    'integration',
    ['entry', 'foreign-room'],
    [code`a room of the same name of another tenant`, code`somebody speaks in it`, code`they do not hear each other`],
    code`
  const now = world()
  const { foreign } = await import('./support/credentials.ts')
  await enter(now, 'a')
  await enter(now, 'b', 'lobby', foreign('GET', '/'))
  await say(now, 'a', 'hello')
  assert.equal(heardBy(now, 'b').length, 0)
`,
  ),
  testCase(
    'integration',
    ['room', 'pretended'],
    [code`a message that names another sender`, code`it is sent`, code`the sender is who is connected`],
    code`
  const now = world()
  await enter(now, 'a')
  await connection(event('message', 'a', { body: '{"type":"say","text":"x","from":"administrator"}' }), now.deps)
  assert.notEqual(heardBy(now, 'a')[0]?.from, 'administrator')
  for (const body of ['', 'null', '{"type":"kick"}', '{"type":"say","text":""}', JSON.stringify({ type: 'say', text: 'x'.repeat(2_001) })])
    assert.equal(typeof readSaid(body), 'string', body.slice(0, 30))
`,
  ),
  testCase(
    'integration',
    ['bounded', 'hub-flood'],
    [code`a connection that floods, and a room that is full`, code`more comes`, code`429 and 409, the others go on`],
    code`
  const now = world()
  await enter(now, 'a')
  for (let at = 0; at < MAX_RATE; at++) assert.equal(await say(now, 'a', 'x'), 200)
  assert.equal(await say(now, 'a', 'x'), 429)
  now.clock.at += 10_000
  assert.equal(await say(now, 'a', 'x'), 200)
  for (let at = 1; at < MAX_MEMBERS; at++) await enter(now, 'm' + at)
  assert.equal(await enter(now, 'late'), 409)
`,
  ),
  testCase(
    'integration',
    ['room', 'gone'],
    [code`a connection that broke without a word`, code`somebody speaks`, code`it is forgotten, and the others hear`],
    code`
  const now = world()
  await enter(now, 'a')
  await enter(now, 'b')
  now.gone.add('b')
  assert.equal(await say(now, 'a', 'hello'), 200)
  assert.equal(await now.deps.records.get('connections', 'b'), undefined)
`,
  ),
  testCase(
    'integration',
    ['traced', 'hub-denied', 'hub-leak'],
    [code`a conversation`, code`lines are looked at`, code`each event has one, with neither texts nor tokens`],
    code`
  const now = world()
  await enter(now, 'a')
  await say(now, 'a', 'of-a-person')
  const lines = JSON.stringify(now.logged)
  assert.equal(now.logged.filter((each) => each.event === 'connection').length, 2)
  assert.ok(!lines.includes('of-a-person') && !lines.includes(authorized('GET', '/').headers.get('authorization')?.slice(7) ?? 'nothing'))
`,
  ),
]

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
          code`Lines have neither`,
        ),
      ],
      D: [
        threat(
          'hub-flood',
          code`A member`,
          code`sends without end, or fills rooms`,
          code`Others hear nothing else`,
          [4, 3],
          code`20 messages in ten seconds a connection, 100 members a room, 2,000 characters a text`,
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
  constraints: [code`Messages come at most once: who reconnects has missed what was said`],
}

/** Where callers have tokens, a wrong credential is a wrong token. */
const withTokens = (each: Case): Case =>
  each.traces.includes('caller-forged') ? { ...each, traces: [...each.traces, 'token-forged'] } : each

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
    // Its requests are connections, so its tests are the hub's own.
    const verified: Part = {
      ...verificationPart({ ...context, traits: { ...context.traits, verification } }),
      suites: [],
    }
    const hub = isKey ? cases : cases.map(withTokens)
    return [
      verified,
      recordsPart,
      service,
      { suites: [{ path: 'test/$kebab-room.test.ts', head: testHead, cases: hub }] },
    ]
  },
}
