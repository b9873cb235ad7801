import { expect, test } from 'vitest'
import { consultAs } from '../api/consultations/consultations-world.ts'
import { generateAs, orgOf } from '../support/images.ts'
import { asPerson, newPerson } from '../support/people.ts'
import { setTier } from '../support/tiers.ts'

test('usage counts images and scaffolds, and returns the limits of the plan', async () => {
  const ada = await newPerson()
  const usage = async () => (await asPerson(ada, 'GET', '/api/usage', { as: 'getUsage' })).body
  expect((await generateAs(ada)).status).toBe(201)
  expect((await consultAs(ada)).status).toBe(200)
  expect(await usage()).toMatchObject({
    tier: 'free',
    images: { used: 1, limit: 5 },
    scaffolds: { used: 1, limit: 3 },
  })
  await setTier(await orgOf(ada), { sku: 'pro' })
  expect(await usage()).toMatchObject({
    tier: 'pro',
    images: { used: 1, limit: 100 },
    scaffolds: { used: 1, limit: 50 },
  })
})
