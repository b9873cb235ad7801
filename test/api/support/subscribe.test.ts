import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, newAddress } from '../../support/api.ts'
import { receivedEvents } from '../../support/bus.ts'
import { withinWindow } from '../../support/clock-windows.ts'
import { atLaterTime, endOutages, planOutage, runFunction } from '../../support/control.ts'
import { mailsTo, type ReceivedMail, waitForMail } from '../../support/mails.ts'
import { allRows } from '../../support/rows.ts'

afterEach(endOutages)

const HOUR_MS = 3_600_000

const newEmail = (): string => `${randomUUID()}@people.example`
const requestSubscription = (email: string, from = newAddress(), more: object = {}) =>
  call('POST', '/api/subscribe', { from, body: { email, ...more }, as: 'subscribe' })

/** Returns path and token of a link. */
const pathOf = (link: string | undefined): string => {
  const { pathname, search } = new URL(String(link))
  return `${pathname}${search}`
}
const confirmPath = ({ text }: ReceivedMail): string => pathOf(/http\S+\/confirm\?token=\S+/.exec(text)?.[0])
const unsubscribePath = ({ headers }: ReceivedMail): string => pathOf(headers['List-Unsubscribe']?.slice(1, -1))
const pressConfirm = (path: string) => call('POST', path, { from: newAddress(), as: 'confirmSubscription' })
const clickUnsubscribe = (path: string) =>
  call('POST', path, {
    from: newAddress(),
    // Content type of RFC 8058.
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: 'List-Unsubscribe=One-Click',
    as: 'unsubscribe',
  })

const rowsWith = async (text: string) => (await allRows()).filter((item) => JSON.stringify(item).includes(text))
const eventTypesOf = async (token: string) => {
  const [subscriber] = token.split('.')
  const events = await receivedEvents(({ data }) => (data as { subscriber_id?: string }).subscriber_id === subscriber)
  return events.map(({ type }) => type)
}

describe('POST /api/subscribe', () => {
  test('returns 202 and emails a link whose page subscribes only by its button; one click unsubscribes', async () => {
    const email = newEmail()
    const { status, body } = await requestSubscription(email, undefined, { name: 'Ada' })
    expect([status, body]).toEqual([202, { received: true }])
    const mail = await waitForMail(email)
    expect(mail).toMatchObject({ to: [email], headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } })
    expect(mail.text).toContain('Hello Ada')
    const confirmUrl = confirmPath(mail)
    const unsubscribeUrl = unsubscribePath(mail)
    const [, token = ''] = unsubscribeUrl.split('token=')

    const page = await call('GET', confirmUrl, { as: 'showConfirmation' })
    expect([page.status, Buffer.from(page.bytes).toString()]).toEqual([200, expect.stringContaining('method="post"')])
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    const subscribed = async () => (await rowsWith(email)).filter(({ sk }) => sk === 'SUBSCRIBED').length
    expect(await subscribed()).toBe(0)
    for (const path of [confirmUrl, confirmUrl]) expect((await pressConfirm(path)).status).toBe(200)
    expect(await subscribed()).toBe(1)

    expect((await call('GET', unsubscribeUrl, { as: 'showUnsubscription' })).status).toBe(200)
    expect(await subscribed()).toBe(1)
    for (const path of [unsubscribeUrl, unsubscribeUrl]) expect((await clickUnsubscribe(path)).status).toBe(200)
    expect(await subscribed()).toBe(0)
    expect((await pressConfirm(confirmUrl)).status).toBe(410)
    expect(await eventTypesOf(token)).toEqual([
      'org.signet.subscriber.requested.v1',
      'org.signet.subscriber.confirmed.v1',
      'org.signet.subscriber.unsubscribed.v1',
    ])
    expect(JSON.stringify(await receivedEvents(() => true))).not.toContain(email)
  })

  test('the table stores only digests of link tokens', async () => {
    const email = newEmail()
    await requestSubscription(email)
    const mail = await waitForMail(email)
    const tokens = [confirmPath(mail), unsubscribePath(mail)].map((path) => path.split('token=')[1] ?? '')
    for (const token of tokens) expect([token.length > 40, await rowsWith(token)]).toEqual([true, []])
    expect(JSON.stringify(await rowsWith(email))).not.toContain(tokens[1]?.split('.')[1])
  })

  test('returns 202 without an email for a subscriber; an address gets one email in ten minutes in any spelling', async () => {
    const email = newEmail()
    await requestSubscription(email)
    const mail = await waitForMail(email)
    expect((await requestSubscription(email.toUpperCase())).status).toBe(202)
    await pressConfirm(confirmPath(mail))
    const { status, body } = await atLaterTime(600_000, () => requestSubscription(email))
    expect([status, body]).toEqual([202, { received: true }])
    // An email to the known address would arrive before the email of this later request.
    const other = newEmail()
    await requestSubscription(other)
    await waitForMail(other)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo(email.toUpperCase())).toEqual([])
  })

  test('a link expires after 48 hours', async () => {
    const email = newEmail()
    await requestSubscription(email)
    const path = confirmPath(await waitForMail(email))
    expect((await atLaterTime(48 * HOUR_MS, () => pressConfirm(path))).body).toMatchObject({ code: 'link_expired' })
  })

  test('the relay sends the email of a request that was stored while the bus was down', async () => {
    const email = newEmail()
    await planOutage({ function: 'support-api', service: 'events', times: 10 })
    expect((await requestSubscription(email)).status).toBe(202)
    await endOutages()
    await runFunction('event-relay-publish', { after: 120_000 })
    expect(await pressConfirm(confirmPath(await waitForMail(email)))).toMatchObject({ status: 200 })
  })

  verifies(
    'PLA-8-2',
    'returns 429 for the sixth request per hour and address; refused requests do not count',
    async () => {
      await withinWindow(HOUR_MS, 60_000, async () => {
        const from = newAddress()
        expect((await requestSubscription('nobody', from)).status).toBe(400)
        expect((await requestSubscription(newEmail(), from, { name: ' ' })).status).toBe(400)
        const statuses = []
        for (let i = 0; i < 6; i++) statuses.push((await requestSubscription(newEmail(), from)).status)
        expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
        expect((await requestSubscription(newEmail())).status).toBe(202)
      })
    },
  )

  test('returns 400 without a token, 404 for an unknown link and 410 for an expired one', async () => {
    const routes = [
      ['GET', 'showConfirmation', 'confirm', 200],
      ['POST', 'confirmSubscription', 'confirm', 410],
      ['GET', 'showUnsubscription', 'unsubscribe', 200],
      ['POST', 'unsubscribe', 'unsubscribe', 404],
    ] as const
    for (const [method, as, path, status] of routes) {
      const from = newAddress()
      expect((await call(method, `/api/subscribe/${path}`, { from, as })).status).toBe(400)
      expect((await call(method, `/api/subscribe/${path}?token=%3Cscript%3E`, { from, as })).status).toBe(400)
      expect((await call(method, `/api/subscribe/${path}?token=abc.def`, { from, as })).status).toBe(status)
    }
  })
})
