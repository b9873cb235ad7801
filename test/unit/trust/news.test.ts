import { MailDelayed } from '@signet/notifications/mail'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { bundlesOver, memoryObjects } from './bundle-world.ts'
import { newsOver, storeIntake, storeReceipt, unsubscribeTokenOf } from './news-world.ts'
import { hashOf, slugsOver } from './trust-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const START = Date.parse('2026-11-22T09:00:00.000Z')
let time = START
const objects = memoryObjects()
const options = (crash?: CrashPoint) => ({
  db: crash ? under(world, crash) : world.db,
  now: () => new Date(time),
  objects,
})
const MINUTE_MS = 60_000
const advance = (minutes: number): void => {
  time += minutes * MINUTE_MS
}

let pageCount = 0
const newPage = async () => {
  pageCount += 1
  const tenant = `news-tenant-${pageCount}`
  const slug = `news-page-${pageCount}`
  const page = { org: `${tenant}-org`, slug }
  await slugsOver(options()).put(tenant, slug, hashOf('a'))
  return { tenant, slug, page }
}
/** Creates a page of a new tenant with one confirmed subscriber. */
const newSubscriber = async (email = 'ada@people.example') => {
  const page = await newPage()
  const { token } = await newsOver(options()).subscribe(page.page, email, 'r1')
  expect(await newsOver(options()).confirm(page.slug, token)).toBe('confirmed')
  return { ...page, email }
}
const rowsOf = ({ org, slug }: { org: string; slug: string }) => world.partition(`TRUSTNEWS#${org}#${slug}`)
/** Processes all pages and returns the emails about one page. */
const mailsOf = async (slug: string, news = newsOver(options())) => {
  await news.sweep()
  return news.mails.filter(({ subject }) => subject.includes(slug))
}
/** Leaves a page unchanged for 15 minutes, so that a changed page gets an edition, and returns the emails about it. */
const nextEditionMails = async (slug: string) => {
  await mailsOf(slug)
  advance(15)
  return mailsOf(slug)
}

describe('trust page updates', () => {
  it('go only to an address that was confirmed with the button', async () => {
    const { page, slug } = await newPage()
    const news = newsOver(options())
    const { mail, token } = await news.subscribe(page, 'Ada@People.example', 'r1')
    expect(mail).toMatchObject({ to: 'Ada@People.example', subject: expect.stringContaining(slug) })
    // The same address in another spelling got an email less than ten minutes ago.
    expect((await news.subscribe(page, 'ada@people.example', 'r2')).mail).toBeUndefined()
    expect(await news.confirm('another-page', token)).toBe('expired')
    expect(await news.confirm(slug, 'x'.repeat(43))).toBe('expired')
    expect([await news.confirm(slug, token), await news.confirm(slug, token)]).toEqual(['confirmed', 'confirmed'])
    advance(11)
    expect((await news.subscribe(page, 'ada@people.example', 'r3')).mail).toBeUndefined()
    const { rows } = await news.subscriptions.page(page, { limit: 10 })
    expect(rows.map(({ email, notified_edition: edition }) => [email, edition])).toEqual([['Ada@People.example', 0]])
    expect(JSON.stringify(news.events)).not.toContain('people.example')
  })

  it('an address gets three confirmation emails a day from an organization, across its pages', async () => {
    const { page, tenant, slug } = await newPage()
    const pages = [slug, `${slug}-b`, `${slug}-c`, `${slug}-d`]
    for (const slugName of pages.slice(1)) await slugsOver(options()).put(tenant, slugName, hashOf('a'))
    const mails = []
    for (const each of pages) {
      const pageName = { ...page, slug: each }
      mails.push((await newsOver(options()).subscribe(pageName, 'victim@people.example', `r-${each}`)).mail)
    }
    expect(mails.map((mail) => mail !== undefined)).toEqual([true, true, true, false])
  })

  it('a confirmed link does not restore a removed subscriber', async () => {
    const { page, slug } = await newPage()
    const news = newsOver(options())
    const { token, subscriber } = await news.subscribe(page, 'gone@people.example', 'r1')
    expect(await news.confirm(slug, token)).toBe('confirmed')
    expect(await news.subscriptions.remove(page, subscriber)).toBe(true)
    expect(await news.confirm(slug, token)).toBe('expired')
    expect((await news.subscriptions.page(page, { limit: 10 })).rows).toEqual([])
  })

  it('a link expires after 48 hours', async () => {
    const { page, slug } = await newPage()
    const news = newsOver(options())
    const { token } = await news.subscribe(page, 'late@people.example', 'r1')
    advance(48 * 60 + 1)
    expect(await news.confirm(slug, token)).toBe('expired')
  })

  it('report each lasting change once: added, replaced and removed documents, and a new receipt', async () => {
    const { tenant, slug, page } = await newSubscriber()
    const bundles = bundlesOver(options())
    expect(await nextEditionMails(slug)).toEqual([])
    await bundles.put(tenant, hashOf('a'), 'soc2', { name: 'SOC 2 report' })
    // The page is still changing: two uploads cause one email.
    expect(await mailsOf(slug)).toEqual([])
    await bundles.put(tenant, hashOf('a'), 'dpa', { name: 'DPA' })
    const [mail, ...others] = await nextEditionMails(slug)
    expect([mail?.to, others]).toEqual(['ada@people.example', []])
    expect(mail?.subject).toBe(`The trust page “${slug}” has changed`)
    expect(mail?.text).toContain('- Document added: DPA\n- Document added: SOC 2 report\n')
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    expect(await nextEditionMails(slug)).toEqual([])
    await bundles.put(tenant, hashOf('a'), 'dpa', { name: 'DPA', body: 'Another' })
    await bundles.remove(tenant, hashOf('a'), 'soc2')
    expect((await nextEditionMails(slug))[0]?.text).toContain(
      '- Document replaced: DPA\n- Document removed: SOC 2 report\n',
    )
    await slugsOver(options()).put(tenant, slug, hashOf('b'))
    expect((await nextEditionMails(slug))[0]?.text).toContain('- The page shows a new security assessment')
    // The next run does not read all subscribers again.
    expect((await rowsOf(page)).find(({ sk }) => sk === 'EDITION')).toMatchObject({ edition: 3, mailed: 3 })
  })

  it('name the organization in subject and text', async () => {
    const { tenant, slug, page } = await newSubscriber()
    await nextEditionMails(slug)
    const hash = hashOf('e')
    await storeReceipt(options(), { org: page.org, hash, state: 'active' })
    await slugsOver(options()).put(tenant, slug, hash)
    const [mail] = await nextEditionMails(slug)
    const changed = `The trust page “${slug}” of Loaf Ltd has changed`
    expect([mail?.subject, mail?.text.includes(`${changed}:`)]).toEqual([changed, true])
  })

  it('report documents whose slug is the name of an object property', async () => {
    const { tenant, slug } = await newSubscriber()
    const bundles = bundlesOver(options())
    const hash = hashOf('d')
    await slugsOver(options()).put(tenant, slug, hash)
    await nextEditionMails(slug)
    await bundles.put(tenant, hash, 'constructor', { name: 'Plan' })
    expect((await nextEditionMails(slug))[0]?.text).toContain('- Document added: Plan\n')
    await bundles.remove(tenant, hash, 'constructor')
    expect((await nextEditionMails(slug))[0]?.text).toContain('- Document removed: Plan\n')
  })

  it('skip changes that were reverted', async () => {
    const { tenant, slug } = await newSubscriber()
    await nextEditionMails(slug)
    await slugsOver(options()).put(tenant, slug, hashOf('b'))
    expect(await mailsOf(slug)).toEqual([])
    await slugsOver(options()).put(tenant, slug, hashOf('a'))
    expect([await nextEditionMails(slug), await nextEditionMails(slug)]).toEqual([[], []])
  })

  it('stop after one click on the unsubscribe link, which erases the address', async () => {
    const { tenant, slug, page, email } = await newSubscriber()
    await nextEditionMails(slug)
    await slugsOver(options()).put(tenant, slug, hashOf('b'))
    const [mail] = await nextEditionMails(slug)
    const news = newsOver(options())
    await news.unsubscribe('another-page', unsubscribeTokenOf(mail ?? { to: '', subject: '', text: '' }))
    expect((await news.subscriptions.page(page, { limit: 10 })).rows.length).toBe(1)
    for (const _ of [1, 2]) await news.unsubscribe(slug, unsubscribeTokenOf(mail ?? { to: '', subject: '', text: '' }))
    expect((await news.subscriptions.page(page, { limit: 10 })).rows).toEqual([])
    advance(4 * 24 * 60)
    const remaining = (await rowsOf(page)).filter(({ ttl }) => ttl === undefined || Number(ttl) * 1_000 > time)
    expect(JSON.stringify(remaining)).not.toContain(email)
  })

  it('updates are deferred at the daily mail limit and continue later', async () => {
    const { tenant, slug } = await newSubscriber()
    await nextEditionMails(slug)
    await slugsOver(options()).put(tenant, slug, hashOf('b'))
    await mailsOf(slug)
    advance(15)
    const send = async () => {
      throw new MailDelayed('the ceiling')
    }
    await newsOver({ ...options(), send }).sweep()
    expect((await mailsOf(slug)).map(({ to }) => to)).toEqual(['ada@people.example'])
  })

  it('a new owner of the slug does not get its subscribers, whose rows are deleted', async () => {
    const { tenant, slug, page } = await newSubscriber()
    await slugsOver(options()).remove(tenant, slug)
    await slugsOver(options()).put('news-next', slug, hashOf('c'))
    await newsOver(options()).sweep()
    // The one row of the new page is its edition.
    expect([await rowsOf(page), (await rowsOf({ org: 'news-next-org', slug })).length]).toEqual([[], 1])
  })

  it('after a crash at any call, a repeated request and confirmation subscribe the address once', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (crash, name) => {
        const { page, slug } = await newPage()
        const crashingNews = newsOver(options(crash))
        const firstRequest = await crashingNews.subscribe(page, 'ada@people.example', 'r1').catch(() => undefined)
        await crashingNews.confirm(slug, firstRequest?.token ?? 'none-none-none-none-none').catch(() => undefined)
        advance(11)
        const news = newsOver(options())
        const secondRequest = await news.subscribe(page, 'ada@people.example', 'r2')
        if (secondRequest.mail)
          expect([name, await news.confirm(slug, secondRequest.token)]).toEqual([name, 'confirmed'])
        const { rows } = await news.subscriptions.page(page, { limit: 10 })
        expect([name, rows.length]).toEqual([name, 1])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(8)
  })
})

describe('staleness reminders', () => {
  const AUDITED_INTAKE = edited(
    {
      'certifications.soc2': { status: 'type-ii', lastAudit: '2026-02-01' },
      'certifications.penTest': { status: 'none' },
    },
    faultFreeIntake(),
  )
  const remindersOf = async (org: string) => {
    const news = newsOver(options())
    await news.sweep()
    return news.events.flatMap(({ data }) =>
      data.org_id === org ? [[data.evidence, data.stale_on, data.days_left]] : [],
    )
  }

  it('an owner gets one reminder from 30 days and one from 7 days before the date, for all pages with the intake', async () => {
    const { page, tenant, slug } = await newPage()
    await slugsOver(options()).put(tenant, `${slug}-2`, hashOf('a'))
    await storeIntake(options(), { org: page.org, hash: hashOf('a'), intake: AUDITED_INTAKE, asOf: '2026-06-01' })
    const remindersOn = async (day: string) => {
      time = Date.parse(`${day}T12:00:00.000Z`)
      return remindersOf(page.org)
    }
    expect(await remindersOn('2027-01-02')).toEqual([])
    expect(await remindersOn('2027-01-03')).toEqual([['soc2', '2027-02-02', 30]])
    expect(await remindersOn('2027-01-04')).toEqual([])
    // The first run within 7 days of the date.
    expect(await remindersOn('2027-01-27')).toEqual([['soc2', '2027-02-02', 6]])
    expect(await remindersOn('2027-02-02')).toEqual([])
    expect(await remindersOn('2027-05-25')).toEqual([['intake', '2027-06-02', 8]])
    expect(await remindersOn('2027-05-26')).toEqual([['intake', '2027-06-02', 7]])
    expect(await remindersOn('2027-06-03')).toEqual([])
  })

  it.each([
    ['withdrawn', 0],
    ['superseded', 0],
    ['active', 1],
  ] as const)('a page with a receipt that is %s causes %i reminders', async (state, count) => {
    const { tenant, slug, page } = await newPage()
    const hash = hashOf(String(pageCount))
    await slugsOver(options()).put(tenant, slug, hash)
    await storeIntake(options(), { org: page.org, hash, intake: AUDITED_INTAKE, asOf: '2026-06-01' })
    await storeReceipt(options(), { org: page.org, hash, state })
    time = Date.parse('2027-01-03T12:00:00.000Z')
    expect(await remindersOf(page.org)).toHaveLength(count)
  })
})
