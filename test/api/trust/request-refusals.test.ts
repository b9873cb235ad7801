import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { atLaterTime, endOutages, planOutage } from '../../support/control.ts'
import { newPerson } from '../../support/people.ts'
import {
  decideAs,
  download,
  getRequestAs,
  getTermsAs,
  getTextAs,
  grantOf,
  listRequestsAs,
  newAddress,
  newMail,
  newOffer,
  newRequest,
  openForm,
  openGrant,
  openProof,
  proofOf,
  prove,
  putTermsAs,
  readersAs,
  sendForm,
  storePendingRequests,
  termsSha256In,
} from './request-world.ts'
import { deleteArtifactAs, sha256 } from './trust-world.ts'

afterEach(endOutages)

const DAY_MS = 86_400_000
const NO_TOKEN = 'a'.repeat(43)

describe('invalid form bodies', () => {
  test('returns 413 above 8 KiB and 415 for another type without sending an email', async () => {
    const { owner, slug, artifact } = await newOffer()
    const post = (raw: string, type: string) =>
      call<{ code?: string }>('POST', `/trust/${slug}/request/${artifact}`, {
        from: newAddress(),
        raw,
        as: 'sendTrustRequestForm',
        headers: { 'content-type': type },
      })
    const large = await post(`name=${'a'.repeat(9_000)}`, 'application/x-www-form-urlencoded')
    const other = await post('{"name":"Grace"}', 'application/json')
    expect([large.status, large.body.code, other.status]).toEqual([413, 'payload_too_large', 415])
    expect((await listRequestsAs(owner)).body.requests).toEqual([])
  })
})

describe('links', () => {
  test('returns 404 for unknown links, as JSON to programs, and a 410 page for ended ones', async () => {
    const { slug } = await newOffer()
    for (const token of [NO_TOKEN, 'x', '%3Cscript%3E']) {
      const paths = [`/trust/${slug}/proof/${token}`, `/trust/${slug}/grant/${token}`] as const
      expect([(await openProof(paths[0])).status, (await prove(paths[0])).status]).toEqual([404, 404])
      expect([(await openGrant(paths[1])).status, (await download(paths[1])).status]).toEqual([404, 404])
    }
    const { body } = await call('GET', `/trust/${slug}/grant/${NO_TOKEN}`, { as: 'showTrustGrant' })
    expect(body).toMatchObject({ code: 'not_found' })
  })

  test('returns 410 for a proof after 48 hours, and for a grant whose artifact was deleted', async () => {
    const expiringOffer = await newOffer()
    const mail = newMail()
    await sendForm(expiringOffer, { mail })
    const proof = await proofOf(mail)
    const offer = await newOffer()
    const { id, mail: grantedMail } = await newRequest(offer)
    await decideAs(offer.owner, id, 'approve')
    const grant = await grantOf(grantedMail)
    const copy = await download(grant)
    expect([copy.status, copy.bytes.length]).toEqual([200, 'All is well'.length])
    expect(copy.headers.get('content-disposition')).toContain('attachment')
    expect((await openGrant(grant)).html).toContain('only PDFs are stamped')
    expect((await readersAs(offer.owner, `?artifact_slug=pentest&mail=${grantedMail}`)).body.readers).toMatchObject([
      { stamp: 'not_pdf', content_hash: sha256('All is well'), served_hash: sha256('All is well') },
    ])
    await deleteArtifactAs(offer.owner, offer.hash, offer.artifact)
    expect([(await openGrant(grant)).status, (await download(grant)).status]).toEqual([410, 410])
    await atLaterTime(2 * DAY_MS + 60_000, async () => {
      const expiredPage = await openProof(proof)
      expect([expiredPage.status, expiredPage.html]).toEqual([410, expect.stringContaining('This link has expired')])
      expect((await prove(proof)).status).toBe(410)
    })
  })

  test('returns 410 after the number of days in the terms', async () => {
    const offer = await newOffer()
    await putTermsAs(offer.owner, { validDays: 1 })
    const { id, mail } = await newRequest(offer)
    await decideAs(offer.owner, id, 'approve')
    const grant = await grantOf(mail)
    expect((await openGrant(grant)).status).toBe(200)
    await atLaterTime(DAY_MS, async () => {
      expect([(await openGrant(grant)).status, (await download(grant)).status]).toEqual([410, 410])
      expect((await getRequestAs(offer.owner, id)).body.state).toBe('expired')
      expect((await listRequestsAs(offer.owner, '?state=expired')).body.requests.map((each) => each.id)).toEqual([id])
    })
  })
})

describe('pending requests', () => {
  test('returns a 409 page with 500 pending requests, from the form and from the link', async () => {
    const offer = await newOffer()
    const mail = newMail()
    await sendForm(offer, { mail })
    const proof = await proofOf(mail)
    await storePendingRequests(offer, 500)
    const submitted = await sendForm(offer)
    expect([submitted.status, submitted.html]).toEqual([409, expect.stringContaining('Too many requests are pending')])
    expect((await prove(proof)).status).toBe(409)
    expect((await listRequestsAs(offer.owner)).body.requests).toEqual([])
  })

  test('returns 409 receipt_conflict during concurrent receipts of the organization; a retry succeeds', async () => {
    const offer = await newOffer()
    const mail = newMail()
    await sendForm(offer, { mail })
    const proof = await proofOf(mail)
    // A transaction of 16 items, of which the first has a failed condition.
    const noReasons = Array.from({ length: 15 }, () => ({ Code: 'None' }))
    const body = { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...noReasons] }
    await planOutage({
      function: 'trust-visitors',
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      times: 1_000,
      status: 400,
      type: 'TransactionCanceledException',
      body,
    })
    const refusal = await call('POST', proof, { as: 'proveTrustMail' })
    await endOutages()
    expect([refusal.status, refusal.body]).toMatchObject([409, { code: 'receipt_conflict' }])
    expect((await prove(proof)).status).toBe(200)
    expect((await listRequestsAs(offer.owner)).body.requests).toHaveLength(1)
  })
})

describe('decisions', () => {
  test("returns 200 idempotently, 409 with the state, 404 for another organization's and unknown requests", async () => {
    const offer = await newOffer()
    const bob = await newPerson()
    const { owner } = offer
    const { id, receipt } = await newRequest(offer)
    expect(receipt).toMatch(/^[0-9a-f]{64}$/)
    const earlyRevoke = await decideAs(owner, id, 'revoke')
    expect([earlyRevoke.status, earlyRevoke.body]).toMatchObject([
      409,
      { code: 'trust_request_state', state: 'pending' },
    ])
    for (let again = 0; again < 2; again++)
      expect((await decideAs(owner, id, 'decline')).body).toMatchObject({ state: 'declined', id })
    await decideAs(owner, id, 'approve')
    const lateDecline = await decideAs(owner, id, 'decline')
    expect([lateDecline.status, lateDecline.body]).toMatchObject([
      409,
      { code: 'trust_request_state', state: 'granted' },
    ])
    for (const verb of ['approve', 'decline', 'revoke'] as const)
      expect([(await decideAs(bob, id, verb)).status, (await decideAs(owner, 'none', verb)).status]).toEqual([404, 404])
    expect([(await getRequestAs(bob, id)).status, (await getRequestAs(owner, 'none')).status]).toEqual([404, 404])
    await deleteArtifactAs(owner, offer.hash, offer.artifact)
    await decideAs(owner, id, 'revoke')
    const withoutArtifact = await decideAs(owner, id, 'approve')
    expect([withoutArtifact.status, withoutArtifact.body.code]).toEqual([409, 'trust_artifact_gone'])
  })

  test('lists requests and downloads in pages', async () => {
    const offer = await newOffer()
    const ids = []
    for (let nth = 0; nth < 3; nth++) ids.unshift((await newRequest(offer)).id)
    const first = (await listRequestsAs(offer.owner, '?limit=2')).body
    expect(first.requests.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const secondPage = (await listRequestsAs(offer.owner, `?limit=2&cursor=${first.next_cursor}`)).body
    expect([secondPage.requests.map(({ id }) => id), secondPage.next_cursor]).toEqual([ids.slice(2), null])
    expect((await readersAs(offer.owner, '?limit=1')).body).toEqual({ readers: [], next_cursor: null })
  })
})

describe('terms', () => {
  test('returns 200 with the default terms, then with the stored terms; earlier texts stay available by SHA-256', async () => {
    const offer = await newOffer()
    const ada = offer.owner
    const bob = await newPerson()
    const defaultTerms = (await getTermsAs(ada)).body
    expect(defaultTerms).toMatchObject({
      isDefault: true,
      validDays: 7,
      allowedDomains: [],
      sha256: sha256(defaultTerms.text),
    })
    const termsInput = { validDays: 30, allowedDomains: ['Buyer.example', 'b\u00fccher.example', 'buyer.example'] }
    const savedTerms = await putTermsAs(ada, termsInput)
    expect([savedTerms.status, savedTerms.body]).toMatchObject([
      200,
      { isDefault: false, validDays: 30, allowedDomains: ['buyer.example', 'xn--bcher-kva.example'] },
    ])
    expect((await getTermsAs(ada)).body).toEqual(savedTerms.body)
    const formWithTerms = await openForm(offer)
    expect([termsSha256In(formWithTerms), formWithTerms.html]).toEqual([
      savedTerms.body.sha256,
      expect.stringContaining('Keep it to yourself'),
    ])
    await putTermsAs(ada, { text: 'Another' })
    expect((await getTextAs(ada, savedTerms.body.sha256)).body).toEqual({
      sha256: savedTerms.body.sha256,
      text: 'Keep it to yourself',
    })
    const foreignText = await getTextAs(bob, savedTerms.body.sha256)
    const unknownText = await getTextAs(ada, sha256('none'))
    expect([foreignText.status, foreignText.body]).toEqual([404, unknownText.body])
    const outdatedForm = await sendForm(offer, { terms: savedTerms.body.sha256 })
    expect([outdatedForm.status, outdatedForm.html]).toEqual([200, expect.stringContaining('The terms have changed')])
  })

  test('returns 400 with field and rule for a public domain', async () => {
    const ada = await newPerson()
    const { status, body } = await putTermsAs(ada, { allowedDomains: ['acme.example', 'gmail.com', 'co.uk'] })
    expect([status, body.errors]).toEqual([
      400,
      [
        { field: 'allowedDomains[1]', message: expect.stringContaining('free email') },
        { field: 'allowedDomains[2]', message: expect.stringContaining('public suffix') },
      ],
    ])
    expect((await getTermsAs(ada)).body.isDefault).toBe(true)
  })

  test('a request from an allowed domain is granted at once, with a receipt of the acceptance', async () => {
    const offer = await newOffer()
    await putTermsAs(offer.owner, { allowedDomains: ['buyer.example'] })
    const request = await newRequest(offer)
    expect(request).toMatchObject({
      state: 'granted',
      decided_by: 'domain',
      terms_sha256: sha256('Keep it to yourself'),
    })
    expect((await openGrant(await grantOf(request.mail))).status).toBe(200)
  })
})
