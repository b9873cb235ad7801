import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, newAddress } from '../../support/api.ts'
import { withinWindow } from '../../support/clock-windows.ts'
import { atLaterTime, endOutages, planOutage } from '../../support/control.ts'
import { table } from '../../support/keys.ts'
import { waitForMail } from '../../support/mails.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

afterEach(endOutages)

interface Ticket {
  readonly id: string
  readonly subject: string
  readonly code?: string
}

const message = { name: 'Ada', email: 'ada@example.org', message: 'Is anybody there?' }
const contact = (from: string, body: object = {}) =>
  call<{ id: string; received_at: string; code?: string }>('POST', '/api/contact', {
    from,
    body: { ...message, ...body },
    as: 'sendContact',
  })
const open = (person: Person, body: object = {}) =>
  asPerson<Ticket>(person, 'POST', '/api/support/tickets', {
    body: { subject: 'Help', message: 'It does not work', ...body },
    as: 'openTicket',
  })
const tickets = (person: Person, query = '') =>
  asPerson<{ tickets: Ticket[]; next_cursor: string | null }>(person, 'GET', `/api/support/tickets${query}`, {
    as: 'listTickets',
  })
const HOUR_MS = 3_600_000
/** Runs the work within one window of the hourly rate limits. */
const withinTheHour = (work: () => Promise<void>): Promise<void> => withinWindow(HOUR_MS, 60_000, work)

const rowOf = async (id: string, day: string) => {
  const Key = { pk: `CONTACT#${day}`, sk: `MESSAGE#${id}` }
  return (await table().send(new GetCommand({ TableName: testStack().table, Key }))).Item
}

describe('POST /api/contact', () => {
  test('sendContact returns 201 and stores the message for 180 days', async () => {
    const from = newAddress()
    const { status, body } = await contact(from)
    expect(status).toBe(201)
    const row = await rowOf(body.id, body.received_at.slice(0, 10))
    expect(row).toMatchObject({ ...message, id: body.id })
    // -2: to within 50 seconds.
    expect(Number(row?.ttl) - Date.parse(body.received_at) / 1000).toBeCloseTo(180 * 86_400, -2)
    expect(JSON.stringify(row)).not.toContain(from)
  })

  test('sendContact returns 201 and emails the message to support with the sender as reply address', async () => {
    const { body } = await contact(newAddress())
    const mail = await waitForMail('support@signet.example', ({ text }) => text.includes(body.id))
    expect(mail).toMatchObject({ replyTo: [message.email], text: expect.stringContaining(message.message) })
  })

  verifies(
    'PLA-8-1',
    'sendContact returns 429 for the fourth message per hour and address; refused messages do not count',
    () =>
      withinTheHour(async () => {
        const from = newAddress()
        for (const wrong of [{ email: 'nobody' }, { message: ' ' }, { name: '' }, { surprise: 1 }]) {
          expect([wrong, (await contact(from, wrong)).status]).toEqual([wrong, 400])
        }
        const statuses = []
        for (let i = 0; i < 4; i++) statuses.push((await contact(from)).status)
        expect([statuses, (await contact(newAddress())).status]).toEqual([[201, 201, 201, 429], 201])
        expect((await atLaterTime(HOUR_MS, () => contact(from))).status).toBe(201)
      }),
  )

  test('sendContact returns 201 while the bus is down, and the event waits with the message', async () => {
    await planOutage({ function: 'support-api', service: 'events', times: 10 })
    const { status, body } = await contact(newAddress())
    expect(status).toBe(201)
    const { Items = [] } = await table().send(
      new QueryCommand({
        TableName: testStack().table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `OUTBOX#/contracts/contact-message#${body.id}` },
      }),
    )
    expect(Items).toHaveLength(1)
    expect(JSON.stringify(Items)).not.toContain(message.email)
  })
})

describe('support tickets', () => {
  test('openTicket returns 201, listTickets returns 200 newest first, in pages', async () => {
    const ada = await newPerson()
    let opened = ''
    for (const subject of ['one', 'two', 'three']) {
      const { status, body } = await open(ada, { subject })
      opened = body.id
      expect([status, body]).toMatchObject([201, { subject, message: 'It does not work', status: 'open' }])
    }
    const mail = await waitForMail('support@signet.example', ({ text }) => text.includes(opened))
    expect(mail).toMatchObject({ subject: 'Ticket: three', text: expect.stringContaining('It does not work') })
    const first = (await tickets(ada, '?limit=2')).body
    expect(first.tickets.map(({ subject }) => subject)).toEqual(['three', 'two'])
    const rest = (await tickets(ada, `?cursor=${first.next_cursor}`)).body
    expect([rest.tickets.map(({ subject }) => subject), rest.next_cursor]).toEqual([['one'], null])
  })

  test('listTickets returns 200 with tickets of the author only', async () => {
    const [ada, bob] = await Promise.all([newPerson(), newPerson('Bob')])
    await open(ada)
    expect((await tickets(bob)).body).toEqual({ tickets: [], next_cursor: null })
  })

  verifies(
    'PLA-8-3',
    'openTicket returns 429 for the sixth ticket per hour and person; refused tickets do not count',
    () =>
      withinTheHour(async () => {
        const [ada, bob] = await Promise.all([newPerson(), newPerson('Bob')])
        expect((await open(ada, { subject: '' })).status).toBe(400)
        const statuses = []
        for (let i = 0; i < 6; i++) statuses.push((await open(ada)).status)
        expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
        expect([(await open(bob)).status, (await tickets(ada)).body.tickets.length]).toEqual([201, 5])
      }),
  )

  test('both return 401 without a session, 403 with an API key and from a page of another site', async () => {
    const ada = await newPerson()
    const firstReply = await asPerson<{ key: string }>(ada, 'POST', '/api/keys', {
      body: { name: 'a' },
      as: 'createApiKey',
    })
    const { key } = firstReply.body
    const body = { subject: 'Help', message: 'It does not work' }
    for (const [method, as, more] of [
      ['POST', 'openTicket', { body }],
      ['GET', 'listTickets', {}],
    ] as const) {
      expect((await call(method, '/api/support/tickets', { ...more, as })).status).toBe(401)
      expect((await call(method, '/api/support/tickets', { ...more, key, as })).status).toBe(403)
    }
    const foreign = { body, headers: { 'sec-fetch-site': 'cross-site' }, as: 'openTicket' }
    expect((await asPerson(ada, 'POST', '/api/support/tickets', foreign)).status).toBe(403)
    expect((await tickets(ada, '?cursor=x')).status).toBe(400)
  })
})
