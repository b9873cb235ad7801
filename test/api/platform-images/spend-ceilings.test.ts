import { expect, test } from 'vitest'
import { withCeiling } from '../../support/ceilings.ts'
import { generateAs, imagesUsed } from '../../support/images.ts'
import { newPerson } from '../../support/people.ts'

test('503 beyond the ceiling of the vendor: the image is not counted, and the same request works afterwards', async () => {
  const person = await newPerson()
  const headers = { 'idempotency-key': 'beyond-the-ceiling' }
  await withCeiling('edge-hosted', 0, async () => {
    const refused = await generateAs(person, {}, headers)
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'spend_ceiling', stopped: 'edge-hosted' }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await imagesUsed(person)).toBe(0)
  })
  expect((await generateAs(person, {}, headers)).status).toBe(201)
  expect(await imagesUsed(person)).toBe(1)
})
