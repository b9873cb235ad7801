import { randomUUID } from 'node:crypto'
import { MailDelayed } from '@signet/notifications/mail'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import {
  BASE,
  GRACE,
  grantToken,
  linkOf,
  offerOf,
  proven,
  type Requests,
  requestsOver,
  sendForm,
} from './request-world.ts'

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
  return `proof-org-${orgs}`
}
const over = () => requestsOver({ db: world.db, now })

/** Returns the published creation events. */
const createdOf = ({ published }: Requests) =>
  published.filter(({ type }) => type.includes('created')).map(({ data }) => data)

describe('request form', () => {
  it('the same input is one form, any other input another one', async () => {
    const requests = over()
    const org = newOrg()
    const offer = await offerOf(requests, org)
    const first = await sendForm(requests, offer, GRACE)
    const second = await sendForm(requests, offer, GRACE)
    const other = await sendForm(requests, offer, { ...GRACE, name: 'Mallory' })
    expect([first.link?.request, other.link?.request === first.link?.request]).toEqual([second.link?.request, false])
    expect(first.mail?.text === second.mail?.text).toBe(false)
    expect(await requests.tables.requests.all({ org })).toEqual([])
    // A visitor who enters another person's address does not change that person's request.
    const outcome = await requests.prove(linkOf(first.link))
    expect(outcome).toMatchObject({ outcome: 'proven', row: { name: 'Grace', state: 'pending', version: 1 } })
    expect(await requests.prove(linkOf(other.link))).toEqual({ outcome: 'known' })
    expect(await requests.tables.requests.all({ org })).toHaveLength(1)
  })

  it('sends an email without text of visitor or organization, because the address may belong to a third party', async () => {
    const requests = over()
    const org = newOrg()
    const typed = { name: 'Buy at https://evil.example', company: 'Cheap pills', mail: 'victim@people.example' }
    const { mail } = await sendForm(requests, await offerOf(requests, org), typed)
    expect(mail).toMatchObject({
      to: typed.mail,
      subject: 'Confirm your request on the trust page “acme”',
      text: expect.stringContaining('/trust/acme/proof/'),
    })
    expect([mail?.text, mail?.subject].join().match(/evil\.example|pills|Pentest|Loaf/)).toBeNull()
  })

  it('an address with an open request gets no email, and can request again after a decline', async () => {
    const requests = over()
    const org = newOrg()
    const { offer, row } = await proven(requests, org)
    const standing = await sendForm(requests, offer, GRACE)
    expect([standing.outcome, standing.mail]).toEqual(['taken', undefined])
    await requests.decide(org, row.id, 'declined')
    const again = await sendForm(requests, offer, GRACE)
    expect(await requests.prove(linkOf(again.link))).toMatchObject({ outcome: 'proven', row: { state: 'pending' } })
    expect(await requests.tables.requests.all({ org })).toHaveLength(2)
  })

  it('sends at most five confirmation emails a day to an address, not counting answers of the owner', async () => {
    const requests = over()
    const org = newOrg()
    const offer = await offerOf(requests, org)
    const mails = []
    for (let nth = 0; nth < 7; nth++) mails.push((await sendForm(requests, offer, GRACE)).mail)
    expect(mails.map((mail) => mail !== undefined)).toEqual([true, true, true, true, true, false, false])
    const event = requests.published[0]
    if (!event) throw new Error('No event was published')
    // The same event is already counted.
    expect(await requests.mailOf(event)).toMatchObject({ to: GRACE.mail })
    const token = /proof\/(\S+)/.exec(mails[2]?.text ?? '')?.[1] ?? ''
    const outcome = await requests.prove(linkOf(await requests.links.find('proof', offer.slug, token)))
    if (!('row' in outcome)) throw new Error('The request is not confirmed')
    await requests.decide(org, outcome.row.id, 'granted')
    expect(await grantToken(requests)).not.toBe('')
  })

  it('gets an answer on another day after twenty decisions today', async () => {
    const requests = over()
    const org = newOrg()
    const { row } = await proven(requests, org)
    for (let nth = 0; nth < 20; nth++) {
      await requests.decide(org, row.id, nth % 2 === 0 ? 'granted' : 'revoked')
      await grantToken(requests)
    }
    await requests.decide(org, row.id, 'granted')
    await expect(grantToken(requests)).rejects.toBeInstanceOf(MailDelayed)
    time += DAY_MS
    expect(await grantToken(requests)).not.toBe('')
  })

  it('a 501st pending request is refused, by the form and by the link', async () => {
    const requests = over()
    const org = newOrg()
    const offer = await offerOf(requests, org)
    const waiting = await sendForm(requests, offer, GRACE)
    const other = await sendForm(requests, offer, { ...GRACE, mail: 'other@buyer.example' })
    const kept_until = '2028-01-01T00:00:00.000Z'
    await Promise.all(
      Array.from({ length: 499 }, (_, nth) =>
        requests.tables.open.putNew({ org, id: `open-${nth}` }, { id: `open-${nth}`, kept_until }),
      ),
    )
    const both = await Promise.all([requests.prove(linkOf(waiting.link)), requests.prove(linkOf(other.link))])
    expect(both.map((each) => ('outcome' in each ? each.outcome : each.code)).sort()).toEqual(['full', 'proven'])
    const third = await sendForm(requests, offer, { ...GRACE, mail: 'third@buyer.example' })
    expect([third.outcome, third.mail]).toEqual(['full', undefined])
  })

  it('ends with its artifact, and when the artifact becomes public', async () => {
    const requests = over()
    const org = newOrg()
    const offer = await offerOf(requests, org)
    const { link } = await sendForm(requests, offer, GRACE)
    const { receipt_hash: hash, artifact_slug: slug } = offer.artifact
    await requests.artifactRows.replace({ org, hash, slug }, { ...offer.artifact, access: 'public' }, {})
    expect(await requests.prove(linkOf(link))).toEqual({ outcome: 'ended' })
    await requests.artifactRows.remove({ org, hash, slug })
    expect(await requests.prove(linkOf(link))).toEqual({ outcome: 'ended' })
    const created_at = new Date(time + DAY_MS).toISOString()
    await requests.artifactRows.putNew({ org, hash, slug }, { ...offer.artifact, created_at })
    expect(await requests.prove(linkOf(link))).toEqual({ outcome: 'ended' })
  })
})

describe('form for a recreated artifact', () => {
  /** Stores another document under the same slug. */
  const madeAnew = async (requests: Requests, { org, artifact }: Awaited<ReturnType<typeof offerOf>>) => {
    const { receipt_hash: hash, artifact_slug: slug } = artifact
    await requests.artifactRows.remove({ org, hash, slug })
    const other = { ...artifact, created_at: now().toISOString(), object: randomUUID() }
    await requests.artifactRows.putNew({ org, hash, slug }, other)
    return { org, slug: 'acme', artifact: other, organization: 'Loaf Ltd' }
  }

  it('the same input yields another form', async () => {
    const requests = over()
    const org = newOrg()
    const offer = await offerOf(requests, org)
    const before = await sendForm(requests, offer, GRACE)
    const after = await sendForm(requests, await madeAnew(requests, offer), GRACE)
    expect(await requests.prove(linkOf(before.link))).toEqual({ outcome: 'ended' })
    expect(await requests.prove(linkOf(after.link))).toMatchObject({ outcome: 'proven', row: { state: 'pending' } })
  })

  it('it is accepted while the earlier request is pending or granted', async () => {
    for (const decision of [undefined, 'granted'] as const) {
      const requests = over()
      const org = newOrg()
      const { offer, row } = await proven(requests, org)
      if (decision) await requests.decide(org, row.id, decision)
      const other = await madeAnew(requests, offer)
      const again = await sendForm(requests, other, GRACE)
      const outcome = await requests.prove(linkOf(again.link))
      expect(outcome).toMatchObject({ outcome: 'proven', row: { state: 'pending' } })
      if (!('row' in outcome)) throw new Error('The request is not confirmed')
      expect(await requests.decide(org, outcome.row.id, 'granted')).toMatchObject({ row: { state: 'granted' } })
      expect(await requests.granted('acme', await grantToken(requests))).toMatchObject({
        artifact: { object: other.artifact.object },
      })
    }
  })
})

describe('request proof', () => {
  it('issues one receipt for concurrent confirmations; only its opening reveals the visitor', async () => {
    const requests = over()
    const org = newOrg()
    const offer = await offerOf(requests, org)
    const { link } = await sendForm(requests, offer, GRACE)
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
    expect(createdOf(requests)).toHaveLength(1)
    expect(await requests.tables.open.all({ org })).toHaveLength(1)
  })

  it('reports the number of pending requests, and zero if a rule grants it', async () => {
    const requests = over()
    const org = newOrg()
    await proven(requests, org)
    const second = await sendForm(requests, await offerOf(requests, org, 'soc2'), GRACE)
    await requests.prove(linkOf(second.link))
    const said = { title: 'Ours', text: 'Keep it', validDays: 30, allowedDomains: ['buyer.example'] }
    await requests.terms.put(org, said)
    const granted = await sendForm(requests, await offerOf(requests, org, 'caiq'), GRACE)
    await requests.prove(linkOf(granted.link))
    expect(createdOf(requests)).toMatchObject([
      { waiting: 1, link: `${BASE}/trust-pages/requests` },
      { waiting: 2, artifact_slug: 'soc2' },
      { waiting: 0, artifact_slug: 'caiq' },
    ])
    expect(JSON.stringify(createdOf(requests)).includes('grace')).toBe(false)
  })

  it('a rule grants requests of exactly its domain', async () => {
    const requests = over()
    const org = newOrg()
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
