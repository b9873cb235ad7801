import { MailDelayed } from '@signet/notifications/mail'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { bundlesOver, memoryObjects } from './bundle-world.ts'
import { endOf, giveIntake, newsOver } from './news-world.ts'
import { hashOf, slugsOver } from './trust-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const START = Date.parse('2026-11-22T09:00:00.000Z')
let time = START
const objects = memoryObjects()
const options = (cut?: CrashPoint) => ({ db: cut ? under(world, cut) : world.db, now: () => new Date(time), objects })
const MINUTES = 60_000
const passes = (minutes: number): void => {
  time += minutes * MINUTES
}

let pages = 0
/** Creates a page of a new tenant with one subscriber. */
const newPage = async () => {
  pages += 1
  const tenant = `news-tenant-${pages}`
  const slug = `news-page-${pages}`
  const page = { org: `${tenant}-org`, slug }
  await slugsOver(options()).put(tenant, slug, hashOf('a'))
  return { tenant, slug, page }
}
const subscribed = async (email = 'ada@people.example') => {
  const made = await newPage()
  const { token } = await newsOver(options()).ask(made.page, email, 'r1')
  expect(await newsOver(options()).confirm(made.slug, token)).toBe('confirmed')
  return { ...made, email }
}
const rowsOf = ({ org, slug }: { org: string; slug: string }) => world.partition(`TRUSTNEWS#${org}#${slug}`)
/** Processes all pages and returns the emails about one. */
const mailsOf = async (slug: string, over = newsOver(options())) => {
  await over.look()
  return over.mails.filter(({ subject }) => subject.includes(slug))
}
/** Keeps the state of a page long enough for an edition. */
const lasts = async (slug: string) => {
  await mailsOf(slug)
  passes(15)
  return mailsOf(slug)
}

describe('trust page updates', () => {
  it('go only to an address that was confirmed by its button', async () => {
    const { page, slug } = await newPage()
    const over = newsOver(options())
    const { mail, token } = await over.ask(page, 'Ada@People.example', 'r1')
    expect(mail).toMatchObject({ to: 'Ada@People.example', subject: expect.stringContaining(slug) })
    // Another spelling of the same address, which got an email just now.
    expect((await over.ask(page, 'ada@people.example', 'r2')).mail).toBeUndefined()
    expect(await over.confirm('another-page', token)).toBe('expired')
    expect(await over.confirm(slug, 'x'.repeat(43))).toBe('expired')
    expect([await over.confirm(slug, token), await over.confirm(slug, token)]).toEqual(['confirmed', 'confirmed'])
    passes(11)
    expect((await over.ask(page, 'ada@people.example', 'r3')).mail).toBeUndefined()
    const { rows } = await over.subscriptions.page(page, { limit: 10 })
    expect(rows.map(({ email, notified_edition: edition }) => [email, edition])).toEqual([['Ada@People.example', 0]])
    expect(JSON.stringify(over.events)).not.toContain('people.example')
  })

  it('an address gets three confirmation emails a day from an organization, across its pages', async () => {
    const { page, tenant, slug } = await newPage()
    const pages = [slug, `${slug}-b`, `${slug}-c`, `${slug}-d`]
    for (const each of pages.slice(1)) await slugsOver(options()).put(tenant, each, hashOf('a'))
    const mails = []
    for (const each of pages) {
      const who = { ...page, slug: each }
      mails.push((await newsOver(options()).ask(who, 'victim@people.example', `r-${each}`)).mail)
    }
    expect(mails.map((mail) => mail !== undefined)).toEqual([true, true, true, false])
  })

  it('a confirmed link does not restore a removed subscriber', async () => {
    const { page, slug } = await newPage()
    const over = newsOver(options())
    const { token, subscriber } = await over.ask(page, 'gone@people.example', 'r1')
    expect(await over.confirm(slug, token)).toBe('confirmed')
    expect(await over.subscriptions.remove(page, subscriber)).toBe(true)
    expect(await over.confirm(slug, token)).toBe('expired')
    expect((await over.subscriptions.page(page, { limit: 10 })).rows).toEqual([])
  })

  it('a link expires after 48 hours', async () => {
    const { page, slug } = await newPage()
    const over = newsOver(options())
    const { token } = await over.ask(page, 'late@people.example', 'r1')
    passes(48 * 60 + 1)
    expect(await over.confirm(slug, token)).toBe('expired')
  })

  it('report lasting changes once: added, replaced and removed documents, and a new receipt', async () => {
    const { tenant, slug, page } = await subscribed()
    const bundles = bundlesOver(options())
    expect(await lasts(slug)).toEqual([])
    await bundles.put(tenant, hashOf('a'), 'soc2', { name: 'SOC 2 report' })
    // The page still changes: two uploads cause one email.
    expect(await mailsOf(slug)).toEqual([])
    await bundles.put(tenant, hashOf('a'), 'dpa', { name: 'DPA' })
    const [mail, ...others] = await lasts(slug)
    expect([mail?.to, others]).toEqual(['ada@people.example', []])
    expect(mail?.text).toContain('- Document added: DPA\n- Document added: SOC 2 report\n')
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    expect(await lasts(slug)).toEqual([])
    await bundles.put(tenant, hashOf('a'), 'dpa', { name: 'DPA', body: 'Another' })
    await bundles.remove(tenant, hashOf('a'), 'soc2')
    expect((await lasts(slug))[0]?.text).toContain('- Document replaced: DPA\n- Document removed: SOC 2 report\n')
    await slugsOver(options()).put(tenant, slug, hashOf('b'))
    expect((await lasts(slug))[0]?.text).toContain('- The security assessment was renewed')
    // The next run does not read all subscribers again.
    expect((await rowsOf(page)).find(({ sk }) => sk === 'EDITION')).toMatchObject({ edition: 3, mailed: 3 })
  })

  it('report documents whose slug is the name of an object property', async () => {
    const { tenant, slug } = await subscribed()
    const bundles = bundlesOver(options())
    const hash = hashOf('d')
    await slugsOver(options()).put(tenant, slug, hash)
    await lasts(slug)
    await bundles.put(tenant, hash, 'constructor', { name: 'Plan' })
    expect((await lasts(slug))[0]?.text).toContain('- Document added: Plan\n')
    await bundles.remove(tenant, hash, 'constructor')
    expect((await lasts(slug))[0]?.text).toContain('- Document removed: Plan\n')
  })

  it('skip changes that were reverted', async () => {
    const { tenant, slug } = await subscribed()
    await lasts(slug)
    await slugsOver(options()).put(tenant, slug, hashOf('b'))
    expect(await mailsOf(slug)).toEqual([])
    await slugsOver(options()).put(tenant, slug, hashOf('a'))
    expect([await lasts(slug), await lasts(slug)]).toEqual([[], []])
  })

  it('end with one click, which erases the address', async () => {
    const { tenant, slug, page, email } = await subscribed()
    await lasts(slug)
    await slugsOver(options()).put(tenant, slug, hashOf('b'))
    const [mail] = await lasts(slug)
    const over = newsOver(options())
    await over.end('another-page', endOf(mail ?? { to: '', subject: '', text: '' }))
    expect((await over.subscriptions.page(page, { limit: 10 })).rows.length).toBe(1)
    for (const _ of [1, 2]) await over.end(slug, endOf(mail ?? { to: '', subject: '', text: '' }))
    expect((await over.subscriptions.page(page, { limit: 10 })).rows).toEqual([])
    passes(4 * 24 * 60)
    const kept = (await rowsOf(page)).filter(({ ttl }) => ttl === undefined || Number(ttl) * 1_000 > time)
    expect(JSON.stringify(kept)).not.toContain(email)
  })

  it('updates are deferred at the daily mail limit and continue later', async () => {
    const { tenant, slug } = await subscribed()
    await lasts(slug)
    await slugsOver(options()).put(tenant, slug, hashOf('b'))
    await mailsOf(slug)
    passes(15)
    const send = async () => {
      throw new MailDelayed('the ceiling')
    }
    await newsOver({ ...options(), send }).look()
    expect((await mailsOf(slug)).map(({ to }) => to)).toEqual(['ada@people.example'])
  })

  it('a new owner of the slug does not get its subscribers, and their links do not affect it', async () => {
    const { tenant, slug, page } = await subscribed()
    await slugsOver(options()).remove(tenant, slug)
    await slugsOver(options()).put('news-next', slug, hashOf('c'))
    await newsOver(options()).look()
    expect([await rowsOf(page), (await rowsOf({ org: 'news-next-org', slug })).length]).toEqual([[], 1])
  })

  it('after a crash at any call, a repeated confirmation subscribes once, and emails are sent at least once', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepCutting: true }),
      async (cut, name) => {
        const { page, slug } = await newPage()
        const dying = newsOver(options(cut))
        const first = await dying.ask(page, 'ada@people.example', 'r1').catch(() => undefined)
        await dying.confirm(slug, first?.token ?? 'none-none-none-none-none').catch(() => undefined)
        passes(11)
        const over = newsOver(options())
        const again = await over.ask(page, 'ada@people.example', 'r2')
        if (again.mail) expect([name, await over.confirm(slug, again.token)]).toEqual([name, 'confirmed'])
        const { rows } = await over.subscriptions.page(page, { limit: 10 })
        expect([name, rows.length]).toEqual([name, 1])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(8)
  })
})

describe('staleness reminders', () => {
  const AUDITED = edited(
    {
      'certifications.soc2': { status: 'type-ii', lastAudit: '2026-02-01' },
      'certifications.penTest': { status: 'none' },
    },
    faultFreeIntake(),
  )
  const remindersOf = async (org: string) => {
    const over = newsOver(options())
    await over.look()
    return over.events.flatMap(({ data }) =>
      data.org_id === org ? [[data.evidence, data.stale_on, data.days_left]] : [],
    )
  }

  it('owners get them 30 and 7 days before, once each, and never afterwards', async () => {
    const { page, tenant, slug } = await newPage()
    await slugsOver(options()).put(tenant, `${slug}-2`, hashOf('a'))
    await giveIntake(options(), { org: page.org, hash: hashOf('a'), intake: AUDITED, asOf: '2026-06-01' })
    const at = async (day: string) => {
      time = Date.parse(`${day}T12:00:00.000Z`)
      return remindersOf(page.org)
    }
    expect(await at('2027-01-02')).toEqual([])
    expect(await at('2027-01-03')).toEqual([['soc2', '2027-02-02', 30]])
    expect(await at('2027-01-04')).toEqual([])
    expect(await at('2027-01-27')).toEqual([['soc2', '2027-02-02', 6]])
    expect(await at('2027-02-02')).toEqual([])
    expect(await at('2027-05-25')).toEqual([['intake', '2027-06-02', 8]])
    expect(await at('2027-05-26')).toEqual([['intake', '2027-06-02', 7]])
    expect(await at('2027-06-03')).toEqual([])
  })
})
