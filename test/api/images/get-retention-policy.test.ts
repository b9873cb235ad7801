import { expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'

verifies('IMG-4.7-1', '200 states the lifetimes of the specification', async () => {
  const { status, body } = await call('GET', '/v2/retention-policy', { as: 'getRetentionPolicy' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    generated_images: { ttl_seconds: 2_592_000, counted_from: 'creation' },
    transient_inputs: { ttl_seconds: 86_400, counted_from: 'job_completion' },
    job_history: { ttl_seconds: 2_592_000, counted_from: 'creation' },
  })
})

test('400 names an unknown query parameter', async () => {
  const { status } = await call('GET', '/v2/retention-policy?x=1', { as: 'getRetentionPolicy' })
  expect(status).toBe(400)
})
