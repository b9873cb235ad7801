import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDLED_EVENT } from '../src/$kebab/read-$kebab-event.ts'
import { http, queue } from '../src/handler.ts'
import { authorized } from './support/credentials.ts'
import { eventBody, FIRST_TYPE, goodRequest, PATH, SECOND_TYPE, SUBJECT } from './support/requests.ts'
import { withRivalWrite } from './support/rival-write.ts'
import { START, world } from './support/world.ts'

/** The message of an accepted event. */
const messageOf = (id: string, type: string, ms: number, subject = SUBJECT) => ({
  id: `m-${id}`,
  attempt: 1,
  body: {
    id,
    // #if github
    event: HANDLED_EVENT.event,
    // #endif
    receivedAt: START + ms,
    body: eventBody(type, subject, ms),
  },
})
const statusOf = async ({ records }: ReturnType<typeof world>['deps'], subject = SUBJECT) =>
  (await records.get<{ status: string }>('$kebabs', subject))?.value.status

// #case integration: receive
test('given a verified event, when it arrives, then it returns 202, and a message is in the queue', async () => {
  const { deps, sent } = world()
  const response = await http(await goodRequest(), deps)
  assert.equal(response.status, 202)
  assert.equal(sent.length, 1)
})

// #case e2e: receive, receive-repeat, once
test('given the same event twice, when it is received and processed, then there is one message and one effect', async () => {
  const { deps, sent, clock } = world()
  const first = await http(await goodRequest(), deps)
  const second = await http(await goodRequest(), deps)
  assert.deepEqual([first.status, second.status, sent.length], [202, 202, 1])
  const { id: eventId } = sent[0] as { id: string }
  clock.nowMs += 72 * 3_600_000 - 1
  assert.ok(await deps.records.get('seen', eventId))
  clock.nowMs += 1
  assert.equal(await deps.records.get('seen', eventId), undefined)
  const message = { id: 'm-1', attempt: 1, body: sent[0] }
  await queue(message, deps)
  await queue({ ...message, id: 'm-2', attempt: 2 }, deps)
  assert.equal((await deps.records.get('$kebabs', SUBJECT))?.version, 1)
  assert.equal(await statusOf(deps), FIRST_TYPE)
})

// #case integration: receive, receive-lost
test('given a queue that fails, when an event arrives, then it returns 500, and the repeated event is accepted', async () => {
  const { deps, sent } = world()
  const failing = { ...deps, queue: { send: () => Promise.reject(new Error('no queue')) } }
  assert.equal((await http(await goodRequest(), failing)).status, 500)
  assert.equal((await http(await goodRequest(), deps)).status, 202)
  assert.equal(sent.length, 1)
})

// #case integration: newest
test('given events out of order, when they are processed, then the newest is stored', async () => {
  const { deps } = world()
  await queue(messageOf('2', SECOND_TYPE, 2_000), deps)
  await queue(messageOf('1', FIRST_TYPE, 1_000), deps)
  assert.equal(await statusOf(deps), SECOND_TYPE)
})

// #case integration: newest, records-lost-update
test('given two concurrent events of one $noun, when the other is written first, then this one is refused and retried, and the newest is stored', async () => {
  for (const exists of [false, true]) {
    const { deps } = world()
    if (exists) await queue(messageOf('0', FIRST_TYPE, 0), deps)
    const records = withRivalWrite(deps.records, '$kebabs', () => queue(messageOf('1', FIRST_TYPE, 1_000), deps))
    await assert.rejects(queue(messageOf('2', SECOND_TYPE, 2_000), { ...deps, records }), /was stored first/)
    assert.equal(await statusOf(deps), FIRST_TYPE)
    await queue(messageOf('2', SECOND_TYPE, 2_000), deps)
    assert.equal(await statusOf(deps), SECOND_TYPE)
  }
})

// #case integration: newest, queue-malformed
test('given a malformed message, when it is processed, then it is refused, and nothing is stored', async () => {
  const { deps } = world()
  for (const body of [
    null,
    'text',
    { id: 'x' },
    { id: 'x', receivedAt: 0, body: {} },
    messageOf('1', FIRST_TYPE, 0, '').body,
  ])
    await assert.rejects(queue({ id: 'm', attempt: 1, body }, deps), { name: 'Unusable' })
  assert.deepEqual(await deps.records.list('$kebabs', { limit: 5 }), [])
})

// #if github
// #case e2e: receive, newest, other-events
test('given events of two $nouns of one repository and events about other things, when they are received and processed, then each is stored by its number with event and action; other events are acknowledged and not stored', async () => {
  const { deps, sent, logged } = world()
  const star = JSON.stringify({ action: 'created', repository: { full_name: 'octo/shop' } })
  await http(await goodRequest(), deps)
  await http(await goodRequest(JSON.stringify(eventBody(SECOND_TYPE, 'octo/shop#8'))), deps)
  for (const event of ['star', 'push', `${HANDLED_EVENT.event}_review`]) {
    const response = await http(authorized('POST', PATH, star, { event }), deps)
    assert.deepEqual([response.status, await response.json()], [202, { received: true, ignored: true }])
  }
  assert.equal(logged.filter(({ event }) => event === 'ignored').length, 3)
  for (const [index, body] of sent.entries()) await queue({ id: `m-${index}`, attempt: 1, body }, deps)
  assert.deepEqual(
    (await deps.records.list('$kebabs', { limit: 5 })).map(({ id }) => id),
    ['octo/shop#7', 'octo/shop#8'],
  )
  assert.deepEqual([await statusOf(deps), await statusOf(deps, 'octo/shop#8')], [FIRST_TYPE, SECOND_TYPE])
})

// #case integration: newest, queue-malformed
test('given events without action, number, time or repository, when they are processed, then each is refused, and nothing is stored', async () => {
  const { deps } = world()
  const good = eventBody(FIRST_TYPE)
  const githubObject = good.$githubObject as Record<string, unknown>
  const wrong = [
    { action: 5 },
    { repository: {} },
    { $githubObject: {} },
    { $githubObject: { ...githubObject, number: '7' } },
    { $githubObject: { ...githubObject, updated_at: 'soon' } },
  ]
  const messageWith = (event: string, overrides: Record<string, unknown>) => ({
    id: 'm',
    attempt: 1,
    body: { id: 'x', event, receivedAt: START, body: { ...good, ...overrides } },
  })
  for (const overrides of wrong)
    await assert.rejects(queue(messageWith(HANDLED_EVENT.event, overrides), deps), { name: 'Unusable' })
  await assert.rejects(queue(messageWith('star', {}), deps), { name: 'Unusable' })
  assert.deepEqual(await deps.records.list('$kebabs', { limit: 5 }), [])
})

// #case integration: receive
test('given the signed ping of a new webhook, when it arrives, then it returns 200, and the queue is empty', async () => {
  const { deps, sent } = world()
  const ping = authorized('POST', PATH, '{"zen":"Design for failure.","hook_id":1,"sender":{"login":"octo"}}', {
    event: 'ping',
  })
  assert.equal((await http(ping, deps)).status, 200)
  assert.deepEqual(sent, [])
})
// #endif
