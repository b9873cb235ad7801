import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, call, newAddress } from '../../support/api.ts'
import { waitForEvent } from '../../support/bus.ts'
import { atLaterTime, endOutages, planOutage, stackNow } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { mailsTo, waitForMail } from '../../support/mails.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { allRows } from '../../support/rows.ts'
import { edited } from '../../unit/posture/world.ts'
import { newIntake } from '../posture/posture-world.ts'
import {
  confirmPath,
  fillSubscribers,
  newEmail,
  pressButton,
  QUARTER_MS,
  submitForm,
  sweepPages,
  unsubscribePath,
} from './news-world.ts'
import { deleteSlugAs, newHash, newSlug, putArtifactAs, putSlugAs } from './trust-world.ts'

afterEach(endOutages)

const textOf = ({ bytes }: Answer<unknown>): string => Buffer.from(bytes).toString()

interface SubscribersBody {
  readonly subscribers: readonly { readonly id: string; readonly email: string }[]
  readonly next_cursor: string | null
}
const listAs = (person: Person, slug: string, query = '') =>
  asPerson<SubscribersBody>(person, 'GET', `/api/trust/slugs/${slug}/subscribers${query}`, {
    as: 'listTrustSubscribers',
  })
const removeAs = (person: Person, slug: string, id: string) =>
  asPerson(person, 'DELETE', `/api/trust/slugs/${slug}/subscribers/${id}`, { as: 'removeTrustSubscriber' })

const newPage = async () => {
  const owner = await newPerson()
  const slug = newSlug()
  const hash = newHash()
  await putSlugAs(owner, slug, hash)
  return { owner, slug, hash }
}
const newSubscriber = async () => {
  const page = await newPage()
  const email = newEmail()
  await submitForm(page.slug, email)
  const mail = await waitForMail(email)
  expect((await pressButton(confirmPath(mail), 'confirmTrustSubscription')).status).toBe(200)
  return { ...page, email, mail }
}

describe('trust page updates', () => {
  test('a visitor subscribes with form, email and button, gets an email after a change, and unsubscribes with one click', async () => {
    const { owner, slug, hash } = await newPage()
    const email = newEmail()
    const formPage = await call('GET', `/trust/${slug.toUpperCase()}/subscribe`, { as: 'showTrustSubscribe' })
    expect([formPage.status, textOf(formPage)]).toEqual([200, expect.stringContaining('name="email"')])
    expect(formPage.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect((await submitForm(slug, email)).status).toBe(200)
    const mail = await waitForMail(email)
    const confirm = confirmPath(mail)
    expect((await call('GET', confirm, { as: 'showTrustConfirmation' })).status).toBe(200)
    expect((await listAs(owner, slug)).body.subscribers).toEqual([])
    for (const path of [confirm, confirm])
      expect((await pressButton(path, 'confirmTrustSubscription')).status).toBe(200)
    expect((await listAs(owner, slug)).body).toMatchObject({ subscribers: [{ email }], next_cursor: null })

    await sweepPages()
    await putArtifactAs(owner, hash, 'soc2', { name: 'SOC 2 report' })
    await sweepPages(QUARTER_MS)
    await sweepPages(2 * QUARTER_MS)
    const updateMail = await waitForMail(email, ({ subject }) => subject.includes('has changed'))
    expect(updateMail.text).toContain('Document added: SOC 2 report')
    const unsubscribeLink = unsubscribePath(updateMail)
    expect((await call('GET', unsubscribeLink, { as: 'showTrustUnsubscribe' })).status).toBe(200)
    expect((await listAs(owner, slug)).body.subscribers.length).toBe(1)
    for (const path of [unsubscribeLink, unsubscribeLink])
      expect((await pressButton(path, 'unsubscribeFromTrustPage')).status).toBe(200)
    expect((await listAs(owner, slug)).body.subscribers).toEqual([])
    expect((await pressButton(confirm, 'confirmTrustSubscription')).status).toBe(410)
  })

  test('rows contain no link tokens, and the response does not reveal a known address', async () => {
    const { slug, email, mail } = await newSubscriber()
    const token = confirmPath(mail).split('/').at(-1) ?? ''
    expect(token.length).toBeGreaterThan(40)
    expect((await allRows()).filter((item) => JSON.stringify(item).includes(token))).toEqual([])
    const unknownEmail = newEmail()
    // After the ten minutes in which an address gets no second email.
    await atLaterTime(660_000, async () => {
      const repeatedReply = await submitForm(slug, email.toUpperCase())
      const firstReply = await submitForm(slug, unknownEmail)
      expect(textOf(repeatedReply)).toBe(textOf(firstReply))
      await waitForMail(unknownEmail)
    })
    expect([await mailsTo(email.toUpperCase()), (await mailsTo(email)).length]).toEqual([[], 1])
  })

  test('an invalid form is shown again with its error and escaped input', async () => {
    const { slug } = await newPage()
    for (const email of ['', 'nobody', '"><script>alert(1)</script>', `${'a'.repeat(250)}@b.example`]) {
      const again = await submitForm(slug, email)
      expect([again.status, textOf(again)]).toEqual([200, expect.stringContaining('role="alert"')])
      expect(textOf(again)).not.toContain('<script')
    }
  })

  test('returns 404 for unknown pages, 400 for malformed slugs and links, 410 for expired links, 200 for unknown unsubscribe links', async () => {
    const { slug } = await newPage()
    const { slug: otherPage } = await newPage()
    const unknownSlug = newSlug()
    expect((await call('GET', `/trust/${unknownSlug}/subscribe`, { as: 'showTrustSubscribe' })).status).toBe(404)
    expect((await submitForm(unknownSlug, newEmail())).status).toBe(404)
    expect((await call('GET', '/trust/%C3%A4cme/subscribe', { as: 'showTrustSubscribe' })).status).toBe(400)
    expect((await pressButton(`/trust/${slug}/subscribe/%3Cscript%3E`, 'confirmTrustSubscription')).status).toBe(400)
    const email = newEmail()
    await submitForm(slug, email)
    const path = confirmPath(await waitForMail(email))
    expect((await pressButton(path.replace(slug, otherPage), 'confirmTrustSubscription')).body.code).toBe(
      'link_expired',
    )
    const expiredReply = await atLaterTime(48 * 3_600_000, () => pressButton(path, 'confirmTrustSubscription'))
    expect(expiredReply.status).toBe(410)
    expect((await pressButton(`/trust/${slug}/unsubscribe/${'x'.repeat(43)}`, 'unsubscribeFromTrustPage')).status).toBe(
      200,
    )
  })
})

describe('limits and reminders of trust page updates', () => {
  test('returns 413 and 415 for invalid form bodies', async () => {
    const { slug } = await newPage()
    const post = (raw: string, type: string) =>
      call('POST', `/trust/${slug}/subscribe`, {
        from: newAddress(),
        raw,
        as: 'subscribeToTrustPage',
        headers: { 'content-type': type },
      })
    const large = await post(`email=${'a'.repeat(5_000)}`, 'application/x-www-form-urlencoded')
    const other = await post('{"email":"ada@people.example"}', 'application/json')
    expect([large.status, other.status]).toEqual([413, 415])
  })

  test('returns 409 trust_subscriber_limit above 5,000; the removal of a subscriber frees a seat', {
    timeout: 120_000,
  }, async () => {
    const { owner, slug } = await newPage()
    const email = newEmail()
    await submitForm(slug, email)
    const confirm = confirmPath(await waitForMail(email))
    await fillSubscribers({ org: await orgOf(owner), slug }, 5_000)
    const refusal = await pressButton(confirm, 'confirmTrustSubscription')
    expect([refusal.status, refusal.body.code]).toEqual([409, 'trust_subscriber_limit'])
    const [first] = (await listAs(owner, slug, '?limit=1')).body.subscribers
    await removeAs(owner, slug, first?.id ?? '')
    expect((await pressButton(confirm, 'confirmTrustSubscription')).status).toBe(200)
  })

  test('an owner gets a reminder of an audit that goes out of date in less than 30 days', async () => {
    const owner = await newPerson()
    const lastAudit = new Date((await stackNow()) - 340 * 86_400_000).toISOString().slice(0, 10)
    const hash = await newIntake(owner, edited({ 'certifications.penTest.lastAudit': lastAudit }))
    const slug = newSlug()
    await putSlugAs(owner, slug, hash)
    await sweepPages()
    const reminderEvent = await waitForEvent(
      ({ type, data }) => type.includes('going-stale') && (data as { slug?: string }).slug === slug,
    )
    expect(reminderEvent.data).toMatchObject({ receipt_hash: hash, evidence: 'penTest' })
    const mail = await waitForMail(owner.email)
    expect([mail.subject, mail.text]).toEqual([
      expect.stringContaining(`${slug}” will be out of date in`),
      expect.stringContaining('Its penetration test will be more than one year old'),
    ])
    for (const path of ['/trust-pages/intakes/new', `/trust-pages/pages/${slug}`]) expect(mail.text).toContain(path)
  })

  test('a released page loses its subscribers, and has none when its slug is used again', async () => {
    const { owner, slug, email } = await newSubscriber()
    expect((await deleteSlugAs(owner, slug)).status).toBe(204)
    await sweepPages()
    expect((await allRows()).filter((item) => JSON.stringify(item).includes(email))).toEqual([])
    await putSlugAs(owner, slug, newHash())
    expect((await listAs(owner, slug)).body.subscribers).toEqual([])
  })
})

describe('trust page subscribers', () => {
  test('the organization lists and removes subscribers; other organizations get 404', async () => {
    const { owner, slug, email } = await newSubscriber()
    const other = newEmail()
    await submitForm(slug, other)
    await pressButton(confirmPath(await waitForMail(other)), 'confirmTrustSubscription')
    const first = await listAs(owner, slug, '?limit=1')
    const second = await listAs(owner, slug, `?limit=1&cursor=${first.body.next_cursor}`)
    const listedSubscribers = [...first.body.subscribers, ...second.body.subscribers]
    expect(new Set(listedSubscribers.map((each) => each.email))).toEqual(new Set([email, other]))
    const bob = await newPerson('Bob')
    const id = listedSubscribers[0]?.id ?? ''
    expect([(await listAs(bob, slug)).status, (await removeAs(bob, slug, id)).status]).toEqual([404, 404])
    expect([(await removeAs(owner, slug, id)).status, (await removeAs(owner, slug, id)).status]).toEqual([204, 404])
    expect((await removeAs(owner, slug, 'nobody')).status).toBe(400)
    expect((await listAs(owner, slug, '?limit=0')).status).toBe(400)
    expect((await call('GET', `/api/trust/slugs/${slug}/subscribers`, { as: 'listTrustSubscribers' })).status).toBe(401)
  })

  test('returns 503 while the table is throttled and changes nothing', async () => {
    const { owner, slug, mail } = await newSubscriber()
    const id = (await listAs(owner, slug)).body.subscribers[0]?.id ?? ''
    const throttling = { function: 'trust-subscriptions', service: 'dynamodb', times: 1_000, status: 400 } as const
    for (const operation of ['GetItem', 'Query'] as const)
      await planOutage({ ...throttling, operation, type: 'ThrottlingException' })
    const responses = [
      await call('GET', `/trust/${slug}/subscribe`, { as: 'showTrustSubscribe' }),
      await submitForm(slug, newEmail()),
      await pressButton(confirmPath(mail), 'confirmTrustSubscription'),
      await pressButton(`/trust/${slug}/unsubscribe/${'x'.repeat(43)}`, 'unsubscribeFromTrustPage'),
      await listAs(owner, slug),
      await removeAs(owner, slug, id),
    ]
    expect(responses.map(({ status }) => status)).toEqual(Array(responses.length).fill(503))
    await endOutages()
    expect((await listAs(owner, slug)).body.subscribers.length).toBe(1)
  })
})
