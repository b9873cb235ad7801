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
  overrides: { room?: string; body?: string; headers?: Headers } = {},
) => ({
  type,
  connection: id,
  headers: overrides.headers ?? new Headers(),
  query: new URLSearchParams({ room: overrides.room ?? 'lobby' }),
  body: overrides.body ?? '',
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
  const testWorld = world()
  assert.deepEqual(
    [await enter(testWorld, 'a'), await enter(testWorld, 'b'), await enter(testWorld, 'c', 'attic')],
    [200, 200, 200],
  )
  assert.equal(await say(testWorld, 'a', 'hello'), 200)
  assert.deepEqual(
    [receivedBy(testWorld, 'a').length, receivedBy(testWorld, 'b').length, receivedBy(testWorld, 'c').length],
    [1, 1, 0],
  )
  await connection(event('close', 'b'), testWorld.deps)
  await say(testWorld, 'a', 'again')
  assert.equal(receivedBy(testWorld, 'b').length, 1)
})

// #case integration: entry, caller-forged
test('given a client without a credential or with an invalid one, when it connects or sends, then it gets 401, and no member receives the message', async () => {
  const testWorld = world()
  const wrong = new Request('https://service.test/', {
    headers: { authorization: 'Bearer not.a-valid.credential' },
  })
  assert.equal(await enter(testWorld, 'x', 'lobby', new Request('https://service.test/')), 401)
  assert.equal(await enter(testWorld, 'x', 'lobby', wrong), 401)
  assert.equal(await say(testWorld, 'x', 'hello'), 401)
  assert.deepEqual(
    receivedBy(testWorld, 'x').map(({ code }) => code),
    ['unauthorized'],
  )
  const statusOrRoom = (headers: Headers, room: string) =>
    admissionOf({ headers, query: new URLSearchParams({ room }) }, testWorld.deps)
  assert.equal(await statusOrRoom(wrong.headers, 'lobby'), 401)
  assert.deepEqual(await statusOrRoom(authorized('GET', '/').headers, 'lobby'), { tenant: 'tenant-a', room: 'lobby' })
  const token = authorized('GET', '/').headers.get('authorization')?.slice(7) ?? ''
  assert.deepEqual(
    await admissionOf({ headers: new Headers(), query: new URLSearchParams({ room: 'lobby', token }) }, testWorld.deps),
    { tenant: 'tenant-a', room: 'lobby' },
  )
  for (const room of ['', 'Lobby', 'a'.repeat(61), 'a#b']) {
    assert.equal(await statusOrRoom(authorized('GET', '/').headers, room), 400, room)
    assert.equal(await enter(testWorld, 'r', room), 400, room)
  }
  assert.equal(await testWorld.deps.records.get('connections', 'r'), undefined)
})

// #case integration: entry, foreign-room
test('given rooms with the same name in two tenants, when a member sends a message, then only members of its tenant receive it', async () => {
  const testWorld = world()
  const { foreign } = await import('./support/credentials.ts')
  await enter(testWorld, 'a')
  await enter(testWorld, 'b', 'lobby', foreign('GET', '/'))
  await say(testWorld, 'a', 'hello')
  assert.equal(receivedBy(testWorld, 'b').length, 0)
})

// #case integration: room, pretended
test('given a message that claims another sender, when it is delivered, then the sender is the connected caller', async () => {
  const testWorld = world()
  await enter(testWorld, 'a')
  await connection(event('message', 'a', { body: '{"type":"say","text":"x","from":"administrator"}' }), testWorld.deps)
  assert.notEqual(receivedBy(testWorld, 'a')[0]?.from, 'administrator')
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
  const testWorld = world()
  await enter(testWorld, 'a')
  for (let index = 0; index < MAX_RATE; index++) assert.equal(await say(testWorld, 'a', 'x'), 200)
  assert.equal(await say(testWorld, 'a', 'x'), 429)
  testWorld.clock.nowMs += 10_000
  assert.equal(await say(testWorld, 'a', 'x'), 200)
  for (let index = 1; index < MAX_MEMBERS; index++) await enter(testWorld, `m${index}`)
  assert.equal(await enter(testWorld, 'late'), 409)
  assert.equal(await testWorld.deps.records.get('connections', 'late'), undefined)
})

// #case integration: bounded, hub-flood, records-lost-update
test('given a connection that sends a hundred messages concurrently, when they are processed, then no more than the limit are delivered', async () => {
  const testWorld = world()
  await enter(testWorld, 'a')
  await enter(testWorld, 'b')
  const statuses = await Promise.all(Array.from({ length: 100 }, () => say(testWorld, 'a', 'x')))
  const delivered = receivedBy(testWorld, 'b').length
  assert.ok(delivered > 0 && delivered <= MAX_RATE, String(delivered))
  assert.equal(statuses.filter((status) => status === 200).length, delivered)
})

// #case integration: room
test('given a conversation of more than a day, when a member sends a message every few hours, then it sends and receives messages until the end', async () => {
  const testWorld = world()
  await enter(testWorld, 'a')
  await enter(testWorld, 'b')
  for (let hours = 0; hours < 50; hours += 10) {
    testWorld.clock.nowMs += 36_000_000
    assert.deepEqual([await say(testWorld, 'a', 'x'), await say(testWorld, 'b', 'y')], [200, 200])
  }
  assert.deepEqual([receivedBy(testWorld, 'a').length, receivedBy(testWorld, 'b').length], [10, 10])
  testWorld.clock.nowMs += 86_400_000
  assert.equal(await say(testWorld, 'a', 'too late'), 401)
})

// #case integration: entry, records-lost-update
test('given an open connection, when another connection with its ID opens, then it gets 409, and the first keeps its identity', async () => {
  const testWorld = world()
  await enter(testWorld, 'a')
  assert.equal(await enter(testWorld, 'a', 'attic'), 409)
  const stored = await testWorld.deps.records.get<{ member: { room: string } }>('connections', 'a')
  assert.equal(stored?.value.member.room, 'lobby')
})

// #case integration: room, gone
test('given a connection that was lost without a close event, when a member sends a message, then it is removed, and the others receive the message', async () => {
  const testWorld = world()
  await enter(testWorld, 'a')
  await enter(testWorld, 'b')
  testWorld.closedConnections.add('b')
  assert.equal(await say(testWorld, 'a', 'hello'), 200)
  assert.equal(await testWorld.deps.records.get('connections', 'b'), undefined)
})

// #case integration: traced, hub-denied, hub-leak
test('given a conversation, when the log is read, then each event has one line without texts or tokens', async () => {
  const testWorld = world()
  await enter(testWorld, 'a')
  await say(testWorld, 'a', 'private-text')
  const lines = JSON.stringify(testWorld.logged)
  assert.equal(testWorld.logged.filter((each) => each.event === 'connection').length, 2)
  assert.ok(
    !lines.includes('private-text') &&
      !lines.includes(authorized('GET', '/').headers.get('authorization')?.slice(7) ?? 'no token'),
  )
})
