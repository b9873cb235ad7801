import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, newAddress } from '../support/api.ts'
import { advance, endOutages, killAt, planOutage } from '../support/control.ts'
import { mailsTo, type ReceivedMail, waitForMail } from '../support/mails.ts'
import { asPerson, newPerson } from '../support/people.ts'

const MINUTE_MS = 60_000

const subscribe = (email: string) =>
  call('POST', '/api/subscribe', { from: newAddress(), body: { email }, as: 'subscribe' })
const confirmPath = ({ text }: ReceivedMail): string => {
  const { pathname, search } = new URL(/http\S+\/confirm\?token=\S+/.exec(text)?.[0] ?? 'none:')
  return `${pathname}${search}`
}
const pressConfirm = (path: string) => call('POST', path, { from: newAddress(), as: 'confirmSubscription' })

test('support receives a visitor’s message and a user’s ticket by mail', async () => {
  const message = { name: 'Ada', email: 'ada@example.org', message: 'Is anybody there?' }
  const contact = await call<{ id: string }>('POST', '/api/contact', {
    from: newAddress(),
    body: message,
    as: 'sendContact',
  })
  expect(contact.status).toBe(201)
  const body = { subject: 'Help', message: 'It does not work' }
  const ticket = await asPerson<{ id: string }>(await newPerson(), 'POST', '/api/support/tickets', {
    body,
    as: 'openTicket',
  })
  expect(ticket.status).toBe(201)
  const mailOf = (id: string) => waitForMail('support@signet.example', ({ text }) => text.includes(id))
  expect(await mailOf(contact.body.id)).toMatchObject({
    replyTo: [message.email],
    text: expect.stringContaining(message.message),
  })
  expect(await mailOf(ticket.body.id)).toMatchObject({
    subject: 'Ticket: Help',
    text: expect.stringContaining(body.message),
  })
})

test('a visitor subscribes by a mailed link, and the mail survives failures of the bus, of SES and of its function', async () => {
  const email = `${randomUUID()}@people.example`
  await killAt('notifications-mail-visitors', 'before')
  await planOutage({ function: 'support-api', service: 'events', times: 10 })
  expect((await subscribe(email)).status).toBe(202)
  await endOutages()
  await planOutage({ service: 'ses', times: 2, status: 500 })
  for (let minutes = 0; minutes < 30 && (await mailsTo(email)).length === 0; minutes += 5) await advance(5 * MINUTE_MS)
  expect(await pressConfirm(confirmPath(await waitForMail(email)))).toMatchObject({ status: 200 })
})
