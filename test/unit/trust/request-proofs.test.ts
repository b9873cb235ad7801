import { randomUUID } from 'node:crypto'
import { MailDelayed } from '@signet/notifications/mail'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import {
  BASE,
  GRACE,
  grantToken,
  linkOf,
  newConfirmedRequest,
  offerOf,
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
let orgCount = 0
const newOrg = () => {
  orgCount += 1
  return `proof-org-${orgCount}`
}
const newRequests = () => requestsOver({ db: world.db, now })

/** Returns the published creation events. */
const createdOf = ({ published }: Requests) =>
  published.filter(({ type }) => type.includes('created')).map(({ data }) => data)

describe('request form', () => {
  it('stores one form for the same input, and another form for any other input', async () => {
    const requests = newRequests()
    const org = newOrg()
    const offer = await offerOf(requests, org)
    const first = await sendForm(requests, offer, GRACE)
    const second = await sendForm(requests, offer, GRACE)
    const other = await sendForm(requests, offer, { ...GRACE, name: 'Mallory' })
    expect([first.link?.request, other.link?.request === first.link?.request]).toEqual([second.link?.request, false])
    // Each email has its own link.
    expect(first.mail?.text === second.mail?.text).toBe(false)
    expect(await requests.tables.requests.all({ org })).toEqual([])
    // A visitor who enters another person's address does not change that person's request.
    const outcome = await requests.prove(linkOf(first.link))
    expect(outcome).toMatchObject({ outcome: 'proven', row: { name: 'Grace', state: 'pending', version: 1 } })
    expect(await requests.prove(linkOf(other.link))).toEqual({ outcome: 'known' })
    expect(await requests.tables.requests.all({ org })).toHaveLength(1)
  })

  it('sends an email without text of visitor or organization, because the address may belong to a third party', async () => {
    const requests = newRequests()
    const org = newOrg()
    const visitor = { name: 'Buy at https://evil.example', company: 'Cheap pills', mail: 'victim@people.example' }
    const { mail } = await sendForm(requests, await offerOf(requests, org), visitor)
    expect(mail).toMatchObject({
      to: visitor.mail,
      subject: 'Confirm your request on the trust page “acme”',
      text: expect.stringContaining('/trust/acme/proof/'),
    })
    expect([mail?.text, mail?.subject].join().match(/evil\.example|pills|Pentest|Loaf/)).toBeNull()
  })

  it('an address with an open request gets no email, and can request again after a decline', async () => {
    const requests = newRequests()
    const org = newOrg()
    const { offer, row } = await newConfirmedRequest(requests, org)
    // The outcome is the same as without an open request, so that it does not reveal the request.
    const openRequest = await sendForm(requests, offer, GRACE)
    expect([openRequest.outcome, openRequest.mail]).toEqual(['taken', undefined])
    await requests.decide(org, row.id, 'declined')
    const again = await sendForm(requests, offer, GRACE)
    expect(await requests.prove(linkOf(again.link))).toMatchObject({ outcome: 'proven', row: { state: 'pending' } })
    expect(await requests.tables.requests.all({ org })).toHaveLength(2)
  })

  it('sends at most five confirmation emails a day to an address, not counting answers of the owner', async () => {
    const requests = newRequests()
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

  it('after twenty decision emails in a day, the next one is sent on another day', async () => {
    const requests = newRequests()
    const org = newOrg()
    const { row } = await newConfirmedRequest(requests, org)
    for (let nth = 0; nth < 20; nth++) {
      await requests.decide(org, row.id, nth % 2 === 0 ? 'granted' : 'revoked')
      await grantToken(requests)
    }
    await requests.decide(org, row.id, 'granted')
    await expect(grantToken(requests)).rejects.toBeInstanceOf(MailDelayed)
    time += DAY_MS
    expect(await grantToken(requests)).not.toBe('')
  })

  it('the 501st pending request is refused at the form and at the link', async () => {
    const requests = newRequests()
    const org = newOrg()
    const offer = await offerOf(requests, org)
    const firstRequest = await sendForm(requests, offer, GRACE)
    const other = await sendForm(requests, offer, { ...GRACE, mail: 'other@buyer.example' })
    const kept_until = '2028-01-01T00:00:00.000Z'
    await Promise.all(
      Array.from({ length: 499 }, (_, nth) =>
        requests.tables.open.putNew({ org, id: `open-${nth}` }, { id: `open-${nth}`, kept_until }),
      ),
    )
    const results = await Promise.all([requests.prove(linkOf(firstRequest.link)), requests.prove(linkOf(other.link))])
    expect(results.map((each) => ('outcome' in each ? each.outcome : each.code)).sort()).toEqual(['full', 'proven'])
    const third = await sendForm(requests, offer, { ...GRACE, mail: 'third@buyer.example' })
    expect([third.outcome, third.mail]).toEqual(['full', undefined])
  })

  it('a form is void after its artifact became public, was deleted or was created again', async () => {
    const requests = newRequests()
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
  const recreateArtifact = async (requests: Requests, { org, artifact }: Awaited<ReturnType<typeof offerOf>>) => {
    const { receipt_hash: hash, artifact_slug: slug } = artifact
    await requests.artifactRows.remove({ org, hash, slug })
    const other = { ...artifact, created_at: now().toISOString(), object: randomUUID() }
    await requests.artifactRows.putNew({ org, hash, slug }, other)
    return { org, slug: 'acme', artifact: other, organization: 'Loaf Ltd' }
  }

  it('the same input yields another form', async () => {
    const requests = newRequests()
    const org = newOrg()
    const offer = await offerOf(requests, org)
    const firstForm = await sendForm(requests, offer, GRACE)
    const secondForm = await sendForm(requests, await recreateArtifact(requests, offer), GRACE)
    expect(await requests.prove(linkOf(firstForm.link))).toEqual({ outcome: 'ended' })
    expect(await requests.prove(linkOf(secondForm.link))).toMatchObject({
      outcome: 'proven',
      row: { state: 'pending' },
    })
  })

  it('creates a request even if an earlier request is pending or granted', async () => {
    for (const decision of [undefined, 'granted'] as const) {
      const requests = newRequests()
      const org = newOrg()
      const { offer, row } = await newConfirmedRequest(requests, org)
      if (decision) await requests.decide(org, row.id, decision)
      const other = await recreateArtifact(requests, offer)
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
    const requests = newRequests()
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
    const requests = newRequests()
    const org = newOrg()
    await newConfirmedRequest(requests, org)
    const second = await sendForm(requests, await offerOf(requests, org, 'soc2'), GRACE)
    await requests.prove(linkOf(second.link))
    const terms = { title: 'Ours', text: 'Keep it', validDays: 30, allowedDomains: ['buyer.example'] }
    await requests.terms.put(org, terms)
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
    const requests = newRequests()
    const org = newOrg()
    const terms = { title: 'Ours', text: 'Keep it', validDays: 30, allowedDomains: ['buyer.example'] }
    await requests.terms.put(org, terms)
    const { row } = await newConfirmedRequest(requests, org)
    expect(row).toMatchObject({ state: 'granted', decided_by: 'domain', terms_title: 'Ours' })
    expect(Date.parse(String(row.valid_until)) - Date.parse(row.proven_at)).toBeGreaterThan(29 * DAY_MS)
    expect(await requests.tables.open.all({ org })).toEqual([])
    expect(await grantToken(requests)).not.toBe('')
    const subdomainRequest = await newConfirmedRequest(requests, newOrg(), {
      ...GRACE,
      mail: 'grace@sub.buyer.example',
    })
    expect(subdomainRequest.row.state).toBe('pending')
  })
})
