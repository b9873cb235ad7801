import { randomUUID } from 'node:crypto'
import type { Job } from '@signet/imaging/schemas/job'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { tenantWith } from '../../support/accounts.ts'
import { type Answer, call } from '../../support/api.ts'
import { endOutages, killAt, planOutage } from '../../support/control.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { scaled } from '../../support/scale.ts'
import { balanceOf } from './credits-world.ts'

afterEach(endOutages)

/** Repeats a request with the same key while the service is overloaded, as a client does. */
const generatePatiently = async (body: object, key: string): Promise<Answer<Job>> => {
  const keyed = { ...body, idempotency_key: randomUUID() }
  for (;;) {
    const answer = await call<Job & { code?: string }>('POST', '/v2/generate', { key, body: keyed, as: 'none' })
    const mustRetry = answer.body?.code === 'rate_limited' || answer.status === 409 || answer.status >= 500
    if (!mustRetry) return answer
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400))
  }
}

verifies(['IMG-1-5', 'IMG-8-2', 'IMG-2.4-1'], 'a completed job is charged its tier, once', async () => {
  const { key, tenantId } = await newTenant()
  for (const quality_tier of ['draft', 'standard', 'premium']) {
    expect((await generate({ prompt: 'a', quality_tier, sync: true }, { key })).status).toBe(201)
  }
  expect(await balanceOf(tenantId)).toMatchObject({ welcome: 50 - 1 - 2 - 5, held: 0, consumed: 8 })
})

verifies('IMG-8-4', 'an expensive model costs at least its floor at any tier', async () => {
  const { key, tenantId } = await newTenant()
  const body = { prompt: 'a', quality_tier: 'draft', edge_model: 'phoenix-1.0' }
  expect((await generate(body, { key })).status).toBe(201)
  expect(await balanceOf(tenantId)).toMatchObject({ welcome: 48, consumed: 2 })
})

test('a failed job, a job deleted while queued and a replayed key cost nothing', async () => {
  const { key, tenantId } = await newTenant()
  expect((await generate({ prompt: 'nsfw picture', quality_tier: 'draft' }, { key })).status).toBe(422)
  await planOutage({ function: 'images-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  const waiting = await generate({ prompt: 'a', sync: false }, { key })
  await endOutages()
  expect(await balanceOf(tenantId)).toMatchObject({ welcome: 48, held: 2 })
  await call('DELETE', `/v2/jobs/${waiting.body.job_id}`, { key, as: 'job_delete' })
  expect(await balanceOf(tenantId)).toMatchObject({ welcome: 50, held: 0, consumed: 0 })
  const body = { prompt: 'a', quality_tier: 'draft', idempotency_key: 'once' }
  await Promise.all(Array.from({ length: 5 }, () => generate(body, { key })))
  await generate(body, { key })
  expect(await balanceOf(tenantId)).toMatchObject({ welcome: 49, held: 0, consumed: 1 })
})

test('a job that a step cannot encode is not charged, and a refused request does not open an account', async () => {
  const { key, tenantId } = await newTenant()
  expect((await generate({ prompt: 'a', quality_tier: 'ultra' }, { key })).status).toBe(402)
  expect((await generate({ prompt: '' }, { key })).status).toBe(400)
  expect(await balanceOf(tenantId)).toBeUndefined()
  for (const nth of [1, 2, 3]) await killAt('images-encode', 'before', nth)
  const { body } = await generate({ prompt: 'a', quality_tier: 'draft', sync: false }, { key })
  expect((await waitForEnd(body.job_id, { key })).job).toMatchObject({ state: 'failed_encoding' })
  expect(await balanceOf(tenantId)).toMatchObject({ welcome: 50, held: 0, consumed: 0 })
})

for (const when of ['before', 'after'] as const) {
  test(`images-encode killed ${when} its work: the job is charged once`, async () => {
    const { key, tenantId } = await newTenant()
    await killAt('images-encode', when)
    const { body } = await generate({ prompt: 'a', quality_tier: 'draft', sync: false }, { key })
    expect((await waitForEnd(body.job_id, { key })).job.state).toBe('completed')
    expect(await balanceOf(tenantId)).toMatchObject({ welcome: 49, held: 0, consumed: 1 })
  })
}

test('503 without a charge when the account stays busy', async () => {
  const { key, tenantId } = await tenantWith({ welcome: 10 })
  const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict', Message: 'planned' }]
  const body = { Message: 'planned', CancellationReasons }
  const type = 'TransactionCanceledException'
  await planOutage({
    function: 'images-api',
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    times: 9,
    status: 400,
    type,
    body,
  })
  const { status, headers } = await generate({ prompt: 'a' }, { key })
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  expect(await balanceOf(tenantId)).toMatchObject({ welcome: 10, held: 0 })
  await planOutage({
    function: 'images-api',
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    times: 4,
    status: 400,
    type,
    body,
  })
  expect((await generate({ prompt: 'a' }, { key })).status).toBe(201)
})

verifies(
  'IMG-8-2',
  'exactly the paid generations complete among many concurrent ones',
  async () => {
    const { key, tenantId } = await tenantWith({
      welcome: scaled(10, 30),
      purchased: scaled(0, 45),
      subscription: scaled(5, 25),
      plan: 'pro',
      cycle_end: '2999-01-01T00:00:00.000Z',
    })
    const credits = scaled(15, 100)
    const body = { prompt: `crowd ${randomUUID()}`, quality_tier: 'premium' }
    const answers = await Promise.all(Array.from({ length: scaled(60, 200) }, () => generatePatiently(body, key)))
    const accepted = answers.filter(({ status }) => status === 202)
    expect(accepted).toHaveLength(scaled(3, 20))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(scaled(57, 180))
    // Twenty large pictures are in one queue. An emulator draws them one by one.
    for (const { body } of accepted)
      expect((await waitForEnd(body.job_id, { key }, 120_000)).job.state).toBe('completed')
    expect(await balanceOf(tenantId)).toMatchObject({
      welcome: 0,
      purchased: 0,
      subscription: 0,
      held: 0,
      consumed: credits,
      issued: credits,
    })
  },
  180_000,
)
