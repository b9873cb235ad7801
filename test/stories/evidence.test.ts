import { contentSha256, findPolicy, type Policy, validate } from '@signet/evidence'
import { expect, test } from 'vitest'
import { getAs, validateAs } from '../api/evidence/evidence-world.ts'
import { attestAs, fillAs, gapFillAs, stockAs, TEXT } from '../api/evidence/revisions-world.ts'
import { call } from '../support/api.ts'
import { paidPerson } from '../support/paid-work.ts'

test('a text is checked, its gaps are filled in the background, and an anonymous client verifies its receipt', async () => {
  const ada = await paidPerson()
  const asset = await stockAs(ada)
  const checked = await validateAs(ada, { content: TEXT })
  expect([checked.status, checked.body.gapCount]).toEqual([200, expect.any(Number)])
  expect(checked.body.gapCount).toBeGreaterThan(0)

  const started = await fillAs(ada, {}, { prefer: 'respond-async' })
  expect([started.status, started.body.status]).toEqual([202, 'running'])
  const readGapFill = async () => (await gapFillAs(ada, started.body.gapFillId)).body
  await expect.poll(async () => (await readGapFill()).status, { timeout: 10_000 }).toBe('completed')
  const revised = (await readGapFill()).result?.revised
  expect(revised?.body).toContain('usda.gov/loaves')

  const attested = await attestAs(ada, { runGapFill: true, approvedPlan: ['Say it'] })
  expect([attested.status, attested.body.receiptVersion]).toEqual([201, '2.2'])
  expect((await getAs(ada, asset)).body.asset.usageCount).toBe(2)
  // The public package gives the same verdict.
  const verdict = validate(attested.body.revised, findPolicy('eeat-core') as Policy)
  expect([attested.body.score, attested.body.contentHash]).toEqual([
    verdict.score,
    contentSha256(attested.body.revised),
  ])
  const { body } = await call('GET', `/verify/${attested.body.receiptHash}.json`, { as: 'verifyReceiptPage' })
  expect(body).toMatchObject({ valid: true, kind: 'evidence.publish', publicClaims: { title: 'Sourdough' } })
})
