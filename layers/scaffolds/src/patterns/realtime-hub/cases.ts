import { code } from '../../code.ts'
import { testCase } from '../../describe.ts'
import type { Case } from '../../design.ts'

export const cases: readonly Case[] = [
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
    ['entry', 'caller-forged'],
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
  const asked = (headers: Headers, room: string) => knock({ headers, query: new URLSearchParams({ room }) }, now.deps)
  assert.equal(await asked(wrong.headers, 'lobby'), 401)
  assert.deepEqual(await asked(authorized('GET', '/').headers, 'lobby'), { tenant: 'tenant-a', room: 'lobby' })
  const token = authorized('GET', '/').headers.get('authorization')?.slice(7) ?? ''
  assert.deepEqual(await knock({ headers: new Headers(), query: new URLSearchParams({ room: 'lobby', token }) }, now.deps), { tenant: 'tenant-a', room: 'lobby' })
  for (const room of ['', 'Lobby', 'a'.repeat(61), 'a#b']) {
    assert.equal(await asked(authorized('GET', '/').headers, room), 400, room)
    assert.equal(await enter(now, 'r', room), 400, room)
  }
  assert.equal(await now.deps.records.get('connections', 'r'), undefined)
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
  assert.equal(await now.deps.records.get('connections', 'late'), undefined)
`,
  ),
  testCase(
    'integration',
    ['bounded', 'hub-flood', 'records-lost-update'],
    [
      code`a connection that sends a hundred messages at once`,
      code`they are handled side by side`,
      code`no more are heard than the limit`,
    ],
    code`
  const now = world()
  await enter(now, 'a')
  await enter(now, 'b')
  const statuses = await Promise.all(Array.from({ length: 100 }, () => say(now, 'a', 'x')))
  const heard = heardBy(now, 'b').length
  assert.ok(heard > 0 && heard <= MAX_RATE, String(heard))
  assert.equal(statuses.filter((status) => status === 200).length, heard)
`,
  ),
  testCase(
    'integration',
    ['room'],
    [
      code`a conversation of more than a day`,
      code`somebody speaks every few hours`,
      code`they hear and are heard to the end`,
    ],
    code`
  const now = world()
  await enter(now, 'a')
  await enter(now, 'b')
  for (let hours = 0; hours < 50; hours += 10) {
    now.clock.at += 36_000_000
    assert.deepEqual([await say(now, 'a', 'x'), await say(now, 'b', 'y')], [200, 200])
  }
  assert.deepEqual([heardBy(now, 'a').length, heardBy(now, 'b').length], [10, 10])
  now.clock.at += 86_400_000
  assert.equal(await say(now, 'a', 'too late'), 401)
`,
  ),
  testCase(
    'integration',
    ['entry', 'records-lost-update'],
    [code`a connection that is there`, code`another opens by its name`, code`409, and the first stays who it is`],
    code`
  const now = world()
  await enter(now, 'a')
  assert.equal(await enter(now, 'a', 'attic'), 409)
  const held = await now.deps.records.get<{ member: { room: string } }>('connections', 'a')
  assert.equal(held?.value.member.room, 'lobby')
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
