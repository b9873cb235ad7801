import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { mailsTo, waitForMail } from '../../support/mails.ts'
import {
  decideAs,
  download,
  getRequestAs,
  grantOf,
  listRequestsAs,
  newMail,
  newOffer,
  openForm,
  openGrant,
  openProof,
  pdfOf,
  proofOf,
  prove,
  readersAs,
  sendForm,
} from './request-world.ts'
import { sha256 } from './trust-world.ts'

describe('artifact requests', () => {
  test('a visitor gets a stamped copy from form to download; the owner sees the request only after the address is confirmed', async () => {
    const pdf = await pdfOf(3)
    const offer = await newOffer({ bytes: pdf, type: 'application/pdf' })
    const { owner } = offer
    const mail = newMail()
    const submitted = await sendForm(offer, { mail, name: 'Zoë Žižek', company: 'Größe & Co' })
    expect([submitted.status, submitted.html]).toEqual([200, expect.stringContaining(mail)])
    expect((await listRequestsAs(owner)).body.requests).toEqual([])

    const link = await proofOf(mail)
    const proofPage = await openProof(link)
    expect([proofPage.status, proofPage.html]).toEqual([200, expect.stringContaining('Größe &amp; Co')])
    expect((await listRequestsAs(owner)).body.requests).toEqual([])
    expect((await prove(link)).status).toBe(200)
    expect((await prove(link)).status).toBe(200)
    const [request, ...others] = (await listRequestsAs(owner, '?state=pending')).body.requests
    expect([request, others]).toMatchObject([
      { state: 'pending', name: 'Zoë Žižek', mail, content_hash: sha256(pdf) },
      [],
    ])
    const id = String(request?.id)
    const ownerMail = await waitForMail(owner.email)
    expect([ownerMail.subject, ownerMail.text]).toEqual([
      'New request for the document “Pentest 2026”',
      expect.stringContaining('/trust-pages/requests'),
    ])
    expect(ownerMail.text.includes(mail) || ownerMail.text.includes('Zoë')).toBe(false)

    const granted = await decideAs(owner, id, 'approve')
    expect([granted.status, granted.body]).toMatchObject([200, { state: 'granted', decided_by: 'person' }])
    const grant = await grantOf(mail)
    const page = await openGrant(grant)
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('Each page of your copy shows your name')])
    expect(page.html).toContain('Terms that you accepted')
    expect((await readersAs(owner)).body.readers).toEqual([])

    const copy = await download(grant, '203.0.113.77')
    expect([copy.status, copy.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const digest = Buffer.from(sha256(copy.bytes), 'hex').toString('base64')
    expect(copy.headers.get('content-digest')).toBe(`sha-256=:${digest}:`)
    expect((await PDFDocument.load(copy.bytes)).getPageCount()).toBe(3)
    const { readers } = (await readersAs(owner)).body
    expect(readers).toMatchObject([
      {
        stamp: 'stamped',
        mail,
        network: '203.0.113.0/24',
        request_id: id,
        content_hash: sha256(pdf),
        served_hash: sha256(copy.bytes),
      },
    ])

    const revoked = await decideAs(owner, id, 'revoke')
    expect([revoked.status, (await getRequestAs(owner, id)).body.state]).toEqual([200, 'revoked'])
    expect([(await openGrant(grant)).status, (await download(grant)).status]).toEqual([410, 410])
    // The proof, the grant and, if it has arrived, the revocation.
    expect((await mailsTo(mail)).length).toBeLessThanOrEqual(3)
  })

  test('the form returns 200 with an error per field and the input, 404 for unknown pages', async () => {
    const offer = await newOffer()
    const emptyForm = await openForm(offer)
    expect([emptyForm.status, emptyForm.html]).toEqual([200, expect.stringContaining('Confidentiality terms')])
    const invalidForm = await sendForm(offer, { name: '"><script>x</script>', company: '', mail: 'nobody', accept: '' })
    expect(invalidForm.status).toBe(200)
    for (const part of ['&quot;&gt;&lt;script&gt;x', 'fault-company', 'fault-mail', 'fault-accept'])
      expect(invalidForm.html).toContain(part)
    expect([invalidForm.html.includes('<script'), invalidForm.html.includes('fault-name')]).toEqual([false, false])
    const unknownArtifact = { ...offer, artifact: 'another' }
    expect([(await openForm(unknownArtifact)).status, (await sendForm(unknownArtifact, { terms: '' })).status]).toEqual(
      [404, 404],
    )
  })
})
