import { expect, test } from 'vitest'
import { confirmPath, newEmail, pressButton, QUARTER_MS, submitForm } from '../api/trust/news-world.ts'
import {
  decideAs,
  download,
  grantOf,
  newMail,
  newOffer,
  newRequest,
  openGrant,
  readersAs,
} from '../api/trust/request-world.ts'
import { putArtifactAs } from '../api/trust/trust-world.ts'
import { call } from '../support/api.ts'
import { advanceAsleep } from '../support/control.ts'
import { waitForMail } from '../support/mails.ts'

test('a visitor requests a document, verifies an address, is granted access, and downloads the document', async () => {
  const offer = await newOffer()
  const page = await call('GET', `/trust/${offer.slug}`, { headers: { accept: 'text/html' }, as: 'readTrustPage' })
  expect([page.status, Buffer.from(page.bytes).toString()]).toEqual([200, expect.stringContaining('Pentest 2026')])

  const { id, mail } = await newRequest(offer, { mail: newMail() })
  expect((await waitForMail(offer.owner.email)).subject).toContain('New request for the document')
  expect((await decideAs(offer.owner, id, 'approve')).status).toBe(200)
  const grant = await grantOf(mail)
  expect((await openGrant(grant)).status).toBe(200)
  expect(Buffer.from((await download(grant)).bytes).toString()).toBe('All is well')
  expect((await readersAs(offer.owner)).body.readers).toMatchObject([{ mail, request_id: id }])

  expect((await decideAs(offer.owner, id, 'revoke')).status).toBe(200)
  expect((await openGrant(grant)).status).toBe(410)
})

test('a subscriber of a trust page gets a mail about a new document after the scheduled check', async () => {
  const { owner, slug, hash } = await newOffer()
  const email = newEmail()
  expect((await submitForm(slug, email)).status).toBe(200)
  expect((await pressButton(confirmPath(await waitForMail(email)), 'confirmTrustSubscription')).status).toBe(200)
  await advanceAsleep(QUARTER_MS)
  await putArtifactAs(owner, hash, 'soc2', { name: 'SOC 2 report' })
  for (const ms of [QUARTER_MS, QUARTER_MS]) await advanceAsleep(ms)
  const news = await waitForMail(email, ({ subject }) => subject.includes('has changed'))
  expect(news.text).toContain('Document added: SOC 2 report')
})
