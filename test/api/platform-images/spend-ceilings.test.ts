import { afterEach, expect, test } from 'vitest'
import { clearCeiling, setCeiling } from '../../support/ceilings.ts'
import { drawAs, imagesUsed } from '../../support/images.ts'
import { newPerson } from '../../support/people.ts'

afterEach(() => clearCeiling('edge-hosted'))

test('503 beyond the ceiling of the vendor: the image is not counted, and the same request goes on afterwards', async () => {
  const person = await newPerson()
  await setCeiling('edge-hosted', 0)
  const headers = { 'idempotency-key': 'beyond-the-ceiling' }
  const refused = await drawAs(person, {}, headers)
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'spend_ceiling', stopped: 'edge-hosted' }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await imagesUsed(person)).toBe(0)
  await clearCeiling('edge-hosted')
  expect((await drawAs(person, {}, headers)).status).toBe(201)
  expect(await imagesUsed(person)).toBe(1)
})
