import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_MEMBERS, MAX_RATE, readMemberMessage } from '../src/$kebab/$kebab-room.ts'
import { admissionOf, connection } from '../src/handler.ts'
import { authorized } from './support/credentials.ts'
import { world } from './support/world.ts'

type World = ReturnType<typeof world>
const event = (
  type: 'open' | 'message' | 'close',
  id: string,
  over: { room?: string; body?: string; headers?: Headers } = {},
) => ({
  type,
  connection: id,
  headers: over.headers ?? new Headers(),
  query: new URLSearchParams({ room: over.room ?? 'lobby' }),
  body: over.body ?? '',
})
const enter = ({ deps }: World, id: string, room = 'lobby', request = authorized('GET', '/')) =>
  connection(event('open', id, { room, headers: request.headers }), deps)
const say = ({ deps }: World, id: string, text: string) =>
  connection(event('message', id, { body: JSON.stringify({ type: 'say', text }) }), deps)
const receivedBy = ({ received }: World, id: string) =>
  received
    .filter((each) => each.connection === id)
    .map(({ value }) => value as { type: string; from?: string; code?: string })

// #case e2e: room
test('given two members in a room and one in another, when a member sends a message, then only the members of the room receive it', async () => {
  const now = world()
  assert.deepEqual([await enter(now, 'a'), await enter(now, 'b'), await enter(now, 'c', 'attic')], [200, 200, 200])
  assert.equal(await say(now, 'a', 'hello'), 200)
  assert.deepEqual([receivedBy(now, 'a').length, receivedBy(now, 'b').length, receivedBy(now, 'c').length], [1, 1, 0])
  await connection(event('close', 'b'), now.deps)
  await say(now, 'a', 'again')
  assert.equal(receivedBy(now, 'b').length, 1)
})

// #case integration: entry, caller-forged
test('given a client without a credential or with an invalid one, when it connects or sends, then it gets 401, and no member receives the message', async () => {
  const now = world()
  const wrong = new Request('https://service.test/', {
    headers: { authorization: 'Bearer not.a-valid.credential' },
  })
  assert.equal(await enter(now, 'x', 'lobby', new Request('https://service.test/')), 401)
  assert.equal(await enter(now, 'x', 'lobby', wrong), 401)
  assert.equal(await say(now, 'x', 'hello'), 401)
  assert.deepEqual(
    receivedBy(now, 'x').map(({ code }) => code),
    ['unauthorized'],
  )
  const statusOrRoom = (headers: Headers, room: string) =>
    admissionOf({ headers, query: new URLSearchParams({ room }) }, now.deps)
  assert.equal(await statusOrRoom(wrong.headers, 'lobby'), 401)
  assert.deepEqual(await statusOrRoom(authorized('GET', '/').headers, 'lobby'), { tenant: 'tenant-a', room: 'lobby' })
  const token = authorized('GET', '/').headers.get('authorization')?.slice(7) ?? ''
  assert.deepEqual(
    await admissionOf({ headers: new Headers(), query: new URLSearchParams({ room: 'lobby', token }) }, now.deps),
    { tenant: 'tenant-a', room: 'lobby' },
  )
  for (const room of ['', 'Lobby', 'a'.repeat(61), 'a#b']) {
    assert.equal(await statusOrRoom(authorized('GET', '/').headers, room), 400, room)
    assert.equal(await enter(now, 'r', room), 400, room)
  }
  assert.equal(await now.deps.records.get('connections', 'r'), undefined)
})

// #case integration: entry, foreign-room
test('given rooms with the same name in two tenants, when a member sends a message, then only members of its tenant receive it', async () => {
  const now = world()
  const { foreign } = await import('./support/credentials.ts')
  await enter(now, 'a')
  await enter(now, 'b', 'lobby', foreign('GET', '/'))
  await say(now, 'a', 'hello')
  assert.equal(receivedBy(now, 'b').length, 0)
})

// #case integration: room, pretended
test('given a message that claims another sender, when it is delivered, then the sender is the connected caller', async () => {
  const now = world()
  await enter(now, 'a')
  await connection(event('message', 'a', { body: '{"type":"say","text":"x","from":"administrator"}' }), now.deps)
  assert.notEqual(receivedBy(now, 'a')[0]?.from, 'administrator')
  for (const body of [
    '',
    'null',
    '{"type":"kick"}',
    '{"type":"say","text":""}',
    JSON.stringify({ type: 'say', text: 'x'.repeat(2_001) }),
  ])
    assert.equal(typeof readMemberMessage(body), 'string', body.slice(0, 30))
})

// #case integration: bounded, hub-flood
test('given a connection above its rate and a full room, when more messages and members arrive, then they get 429 and 409, and other members are not affected', async () => {
  const now = world()
  await enter(now, 'a')
  for (let at = 0; at < MAX_RATE; at++) assert.equal(await say(now, 'a', 'x'), 200)
  assert.equal(await say(now, 'a', 'x'), 429)
  now.clock.at += 10_000
  assert.equal(await say(now, 'a', 'x'), 200)
  for (let at = 1; at < MAX_MEMBERS; at++) await enter(now, `m${at}`)
  assert.equal(await enter(now, 'late'), 409)
  assert.equal(await now.deps.records.get('connections', 'late'), undefined)
})

// #case integration: bounded, hub-flood, records-lost-update
test('given a connection that sends a hundred messages concurrently, when they are processed, then no more than the limit are delivered', async () => {
  const now = world()
  await enter(now, 'a')
  await enter(now, 'b')
  const statuses = await Promise.all(Array.from({ length: 100 }, () => say(now, 'a', 'x')))
  const delivered = receivedBy(now, 'b').length
  assert.ok(delivered > 0 && delivered <= MAX_RATE, String(delivered))
  assert.equal(statuses.filter((status) => status === 200).length, delivered)
})

// #case integration: room
test('given a conversation of more than a day, when a member sends a message every few hours, then it sends and receives messages until the end', async () => {
  const now = world()
  await enter(now, 'a')
  await enter(now, 'b')
  for (let hours = 0; hours < 50; hours += 10) {
    now.clock.at += 36_000_000
    assert.deepEqual([await say(now, 'a', 'x'), await say(now, 'b', 'y')], [200, 200])
  }
  assert.deepEqual([receivedBy(now, 'a').length, receivedBy(now, 'b').length], [10, 10])
  now.clock.at += 86_400_000
  assert.equal(await say(now, 'a', 'too late'), 401)
})

// #case integration: entry, records-lost-update
test('given an open connection, when another connection with its id opens, then it gets 409, and the first keeps its identity', async () => {
  const now = world()
  await enter(now, 'a')
  assert.equal(await enter(now, 'a', 'attic'), 409)
  const stored = await now.deps.records.get<{ member: { room: string } }>('connections', 'a')
  assert.equal(stored?.value.member.room, 'lobby')
})

// #case integration: room, gone
test('given a connection that was lost without a close event, when a member sends a message, then it is removed, and the others receive the message', async () => {
  const now = world()
  await enter(now, 'a')
  await enter(now, 'b')
  now.gone.add('b')
  assert.equal(await say(now, 'a', 'hello'), 200)
  assert.equal(await now.deps.records.get('connections', 'b'), undefined)
})

// #case integration: traced, hub-denied, hub-leak
test('given a conversation, when the log is read, then each event has one line without texts or tokens', async () => {
  const now = world()
  await enter(now, 'a')
  await say(now, 'a', 'private-text')
  const lines = JSON.stringify(now.logged)
  assert.equal(now.logged.filter((each) => each.event === 'connection').length, 2)
  assert.ok(
    !lines.includes('private-text') &&
      !lines.includes(authorized('GET', '/').headers.get('authorization')?.slice(7) ?? 'no token'),
  )
})
