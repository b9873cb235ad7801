import { MailPutOff } from '@signet/mail'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decision } from '../../../lambdas/trust/requests/decide-request.ts'
import type { RequestLink } from '../../../lambdas/trust/requests/request-links.ts'
import { stateOf } from '../../../lambdas/trust/requests/request-table.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { asked, offerOf, type Requests, requestsOver } from './request-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 1
  return new Date(time)
}
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const DAY_MS = 86_400_000
let orgs = 0
const newOrg = () => {
  orgs += 1
  return `request-org-${orgs}`
}
const over = () => requestsOver({ db: world.db, now })
const GRACE = { name: 'Grace', company: 'Buyer Ltd', mail: 'grace@buyer.example' }

const linkOf = (link: RequestLink | undefined): RequestLink => {
  if (!link) throw new Error('The mail has no link')
  return link
}

/** A request whose address is proven. */
const proven = async (requests: Requests, org: string, typed = GRACE) => {
  const offer = await offerOf(requests, org)
  const { link } = await asked(requests, offer, typed)
  const outcome = await requests.prove(linkOf(link))
  if (!('outcome' in outcome) || outcome.outcome !== 'proven') throw new Error('It is not proven')
  return { offer, row: outcome.row }
}

/** The token of the last mail with a grant. */
const grantToken = async (requests: Requests): Promise<string> => {
  const event = requests.published.at(-1)
  const mail = event && (await requests.mailOf(event))
  return /grant\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('a form', () => {
  it('is the same when it is sent again, and another where anything of it is another', async () => {
    const [requests, org] = [over(), newOrg()]
    const offer = await offerOf(requests, org)
    const first = await asked(requests, offer, GRACE)
    const second = await asked(requests, offer, GRACE)
    const other = await asked(requests, offer, { ...GRACE, name: 'Mallory' })
    expect([first.link?.request, other.link?.request === first.link?.request]).toEqual([second.link?.request, false])
    expect(first.mail?.text === second.mail?.text).toBe(false)
    expect(await requests.tables.requests.all({ org })).toEqual([])
    // Whoever types the address of somebody else changes nothing of what they typed.
    const outcome = await requests.prove(linkOf(first.link))
    expect(outcome).toMatchObject({ outcome: 'proven', row: { name: 'Grace', state: 'pending', version: 1 } })
    expect(await requests.prove(linkOf(other.link))).toEqual({ outcome: 'known' })
    expect(await requests.tables.requests.all({ org })).toHaveLength(1)
  })

  it('has a mail without a word that the visitor typed: the address may be that of somebody else', async () => {
    const [requests, org] = [over(), newOrg()]
    const typed = { name: 'Buy at https://evil.example', company: 'Cheap pills', mail: 'victim@people.example' }
    const { mail } = await asked(requests, await offerOf(requests, org), typed)
    expect(mail).toMatchObject({ to: typed.mail, text: expect.stringContaining('/trust/acme/proof/') })
    expect([mail?.text, mail?.subject].join().match(/evil\.example|pills/)).toBeNull()
  })

  it('of an address whose request stands writes nothing, and is asked anew after it was declined', async () => {
    const [requests, org] = [over(), newOrg()]
    const { offer, row } = await proven(requests, org)
    const before = requests.published.length
    expect(await requests.ask(offer, await requests.terms.now(org), GRACE, 'https://x.example')).toBe('taken')
    expect(requests.published.length).toBe(before)
    await requests.decide(org, row.id, 'declined')
    const again = await asked(requests, offer, GRACE)
    expect(await requests.prove(linkOf(again.link))).toMatchObject({ outcome: 'proven', row: { state: 'pending' } })
    expect(await requests.tables.requests.all({ org })).toHaveLength(2)
  })

  it('sends at most three mails a day to an address; what the owner says waits for another day', async () => {
    const [requests, org] = [over(), newOrg()]
    const offer = await offerOf(requests, org)
    const mails = []
    for (let nth = 0; nth < 5; nth++) mails.push((await asked(requests, offer, GRACE)).mail)
    expect(mails.map((mail) => mail !== undefined)).toEqual([true, true, true, false, false])
    const event = requests.published[0]
    if (!event) throw new Error('Nothing was published')
    // The same event again has its place already.
    expect(await requests.mailOf(event)).toMatchObject({ to: GRACE.mail })
    const token = /proof\/(\S+)/.exec(mails[2]?.text ?? '')?.[1] ?? ''
    const outcome = await requests.prove(linkOf(await requests.links.find('proof', offer.slug, token)))
    if (!('row' in outcome)) throw new Error('It is not proven')
    await requests.decide(org, outcome.row.id, 'granted')
    await expect(grantToken(requests)).rejects.toBeInstanceOf(MailPutOff)
    time += DAY_MS
    expect(await grantToken(requests)).not.toBe('')
  })

  it('is refused where 500 wait, by the form and by the link, exactly', async () => {
    const [requests, org] = [over(), newOrg()]
    const offer = await offerOf(requests, org)
    const waiting = await asked(requests, offer, GRACE)
    const other = await asked(requests, offer, { ...GRACE, mail: 'other@buyer.example' })
    const kept_until = '2028-01-01T00:00:00.000Z'
    await Promise.all(
      Array.from({ length: 499 }, (_, nth) =>
        requests.tables.open.putNew({ org, id: `open-${nth}` }, { id: `open-${nth}`, kept_until }),
      ),
    )
    const both = await Promise.all([requests.prove(linkOf(waiting.link)), requests.prove(linkOf(other.link))])
    expect(both.map((each) => ('outcome' in each ? each.outcome : each.code)).sort()).toEqual(['full', 'proven'])
    const third = await asked(requests, offer, { ...GRACE, mail: 'third@buyer.example' })
    expect([third.outcome, third.mail]).toEqual(['full', undefined])
  })

  it('ends with its artifact, and with the choice that it is for everybody', async () => {
    const [requests, org] = [over(), newOrg()]
    const offer = await offerOf(requests, org)
    const { link } = await asked(requests, offer, GRACE)
    const { receipt_hash: hash, artifact_slug: slug } = offer.artifact
    await requests.artifactRows.replace({ org, hash, slug }, { ...offer.artifact, access: 'public' }, {})
    expect(await requests.prove(linkOf(link))).toEqual({ outcome: 'ended' })
    await requests.artifactRows.remove({ org, hash, slug })
    expect(await requests.prove(linkOf(link))).toEqual({ outcome: 'ended' })
  })
})

describe('a proof', () => {
  it('makes one receipt, whose opening alone says who, however many press the button at once', async () => {
    const [requests, org] = [over(), newOrg()]
    const offer = await offerOf(requests, org)
    const { link } = await asked(requests, offer, GRACE)
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => requests.prove(linkOf(link))))
    const rows = outcomes.flatMap((each) => ('row' in each ? [each.row] : []))
    expect([rows.length, new Set(rows.map(({ receipt }) => receipt)).size]).toEqual([6, 1])
    const [receipt] = await world.partition(`RECEIPT#${rows[0]?.receipt}`)
    expect(receipt).toMatchObject({
      kind: 'trust.acceptance',
      visibility: 'private',
      subject: offer.artifact.content_hash,
    })
    expect(JSON.stringify(receipt)).not.toContain('grace')
    const [opening] = await world.partition(`RECEIPTOPENING#${rows[0]?.receipt}`)
    expect(JSON.parse(String(opening?.claims))).toMatchObject({ ...GRACE, terms: rows[0]?.terms_sha256 })
    expect(requests.published.filter(({ type }) => type.includes('created'))).toHaveLength(1)
    expect(await requests.tables.open.all({ org })).toHaveLength(1)
  })

  it('is a grant where a rule has the domain exactly as it is', async () => {
    const [requests, org] = [over(), newOrg()]
    const said = { title: 'Ours', text: 'Keep it', validDays: 30, allowedDomains: ['buyer.example'] }
    await requests.terms.put(org, said)
    const { row } = await proven(requests, org)
    expect(row).toMatchObject({ state: 'granted', decided_by: 'domain', terms_title: 'Ours' })
    expect(Date.parse(String(row.valid_until)) - Date.parse(row.proven_at)).toBeGreaterThan(29 * DAY_MS)
    expect(await requests.tables.open.all({ org })).toEqual([])
    expect(await grantToken(requests)).not.toBe('')
    const below = await proven(requests, newOrg(), { ...GRACE, mail: 'grace@sub.buyer.example' })
    expect(below.row.state).toBe('pending')
  })
})

describe('a decision', () => {
  const MATRIX: readonly (readonly [from: readonly Decision[], decision: Decision, outcome: string])[] = [
    [[], 'granted', 'granted'],
    [[], 'declined', 'declined'],
    [[], 'revoked', 'state'],
    [['granted'], 'granted', 'granted'],
    [['granted'], 'declined', 'state'],
    [['granted'], 'revoked', 'revoked'],
    [['declined'], 'granted', 'granted'],
    [['declined'], 'declined', 'declined'],
    [['declined'], 'revoked', 'state'],
    [['granted', 'revoked'], 'granted', 'granted'],
    [['granted', 'revoked'], 'revoked', 'revoked'],
    [['granted', 'revoked'], 'declined', 'state'],
  ]
  it.each(MATRIX)('after %j to %s is %s', async (before, decision, expected) => {
    const [requests, org] = [over(), newOrg()]
    const { row } = await proven(requests, org)
    for (const each of before) await requests.decide(org, row.id, each)
    const published = requests.published.length
    const outcome = await requests.decide(org, row.id, decision)
    const state = outcome.outcome === 'decided' ? outcome.row.state : outcome.outcome
    expect(state).toBe(expected)
    const isChanged = outcome.outcome === 'decided' && before.at(-1) !== decision
    expect(requests.published.length - published).toBe(isChanged ? 1 : 0)
    expect(await requests.tables.open.all({ org })).toHaveLength(before.length === 0 && expected === 'state' ? 1 : 0)
  })

  it('of two at once is one, with one event', async () => {
    const [requests, org] = [over(), newOrg()]
    const { row } = await proven(requests, org)
    const published = requests.published.length
    const both = await Promise.all([requests.decide(org, row.id, 'declined'), requests.decide(org, row.id, 'declined')])
    expect(both.map(({ outcome }) => outcome)).toEqual(['decided', 'decided'])
    expect(requests.published.length - published).toBe(1)
  })

  it('is of its organisation alone, and a grant needs the artifact', async () => {
    const [requests, org] = [over(), newOrg()]
    const { row, offer } = await proven(requests, org)
    expect(await requests.decide(newOrg(), row.id, 'granted')).toEqual({ outcome: 'absent' })
    const { receipt_hash: hash, artifact_slug: slug } = offer.artifact
    await requests.artifactRows.remove({ org, hash, slug })
    expect(await requests.decide(org, row.id, 'granted')).toEqual({ outcome: 'gone' })
  })
})

describe('a link of a grant', () => {
  it('is good until its time is over, and never again after it was revoked', async () => {
    const [requests, org] = [over(), newOrg()]
    const { row, offer } = await proven(requests, org)
    await requests.decide(org, row.id, 'granted')
    const token = await grantToken(requests)
    expect(await requests.granted(offer.slug, token)).toMatchObject({ org, row: { id: row.id } })
    expect(await requests.granted('another', token)).toBe('absent')
    expect(await requests.granted(offer.slug, `${token.slice(0, -2)}AA`)).toBe('absent')
    await requests.decide(org, row.id, 'revoked')
    expect(await requests.granted(offer.slug, token)).toBe('ended')
    time += DAY_MS
    await requests.decide(org, row.id, 'granted')
    expect(await requests.granted(offer.slug, token)).toBe('ended')
    const other = await grantToken(requests)
    expect(await requests.granted(offer.slug, other)).toMatchObject({ org })
    time += 7 * DAY_MS
    expect(await requests.granted(offer.slug, other)).toBe('ended')
    const late = await requests.tables.requests.get({ org, id: row.id })
    expect(late && stateOf(late, now())).toBe('expired')
  })

  it('ends with the artifact', async () => {
    const [requests, org] = [over(), newOrg()]
    const { row, offer } = await proven(requests, org)
    await requests.decide(org, row.id, 'granted')
    const token = await grantToken(requests)
    const { receipt_hash: hash, artifact_slug: slug } = offer.artifact
    await requests.artifactRows.remove({ org, hash, slug })
    expect(await requests.granted(offer.slug, token)).toBe('ended')
  })

  it('is not mailed where the owner has said something else meanwhile', async () => {
    const [requests, org] = [over(), newOrg()]
    const { row } = await proven(requests, org)
    await requests.decide(org, row.id, 'granted')
    const event = requests.published.at(-1)
    await requests.decide(org, row.id, 'revoked')
    expect(event && (await requests.mailOf(event))).toBeUndefined()
    expect(await requests.mailOf(requests.published.at(-1) ?? event!)).toMatchObject({ to: GRACE.mail })
  })
})

describe('readers', () => {
  it('are told page by page, by artifact and by address, and of no other organisation', async () => {
    const [requests, org] = [over(), newOrg()]
    const base = {
      request_id: 'r',
      receipt_hash: 'a'.repeat(64),
      artifact_name: 'A',
      content_hash: 'b',
      served_hash: 'c',
    }
    for (let nth = 0; nth < 7; nth++)
      await requests.readers.note(org, {
        ...{
          ...base,
          ...GRACE,
          artifact_slug: nth % 2 === 0 ? 'even' : 'odd',
          stamp: 'stamped',
          network: '192.0.2.0/24',
        },
        ...{ mail: nth < 5 ? GRACE.mail : 'ada@buyer.example' },
      })
    const pages: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await requests.readers.page(org, { limit: 3, cursor })
      pages.push(page.rows.length)
      cursor = page.nextCursor
    }
    expect(pages).toEqual([3, 3, 1])
    const even = await requests.readers.page(org, { limit: 4, artifact_slug: 'EVEN' })
    expect([even.rows.length, even.nextCursor === null]).toEqual([4, true])
    expect((await requests.readers.page(org, { limit: 9, mail: 'Ada@Buyer.example' })).rows).toHaveLength(2)
    expect((await requests.readers.page(newOrg(), { limit: 9 })).rows).toEqual([])
  })
})
