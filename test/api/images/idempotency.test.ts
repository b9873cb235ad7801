import type { Job } from '@signet/imaging/schemas/job'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, newAddress } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { generate } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'

afterEach(endOutages)

const body = { prompt: 'once only', quality_tier: 'draft', idempotency_key: 'order-1' }

const countJobs = async (key: string): Promise<number> =>
  (await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })).body.jobs.length

verifies(
  'IMG-4.2-20',
  'the same key and body return the stored job, with the key in the body or as a header',
  async () => {
    const { key } = await newTenant()
    const first = await generate(body, { key })
    const again = await generate(body, { key })
    const { idempotency_key: idempotencyKey, ...rest } = body
    const byHeader = await generate(rest, { key, headers: { 'idempotency-key': idempotencyKey } })
    expect([first.status, again.status, byHeader.status]).toEqual([201, 201, 201])
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    // The job's receipt may be issued between two responses.
    for (const { body: stored } of [again, byHeader]) expect(stored).toEqual({ receipt: stored.receipt, ...first.body })
    expect(await countJobs(key)).toBe(1)
  },
)

test('422 for the same key with another body; another tenant may use it', async () => {
  const from = newAddress()
  await generate(body, { from })
  const other = await generate({ ...body, prompt: 'something else' }, { from })
  expect([other.status, other.body]).toMatchObject([422, { code: 'idempotency_mismatch' }])
  expect((await generate({ ...body, prompt: 'something else' }, { from: newAddress() })).status).toBe(201)
})

test('400 for different keys in body and header', async () => {
  const answer = await generate(body, { from: newAddress(), headers: { 'idempotency-key': 'order-2' } })
  expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field: 'idempotency_key' }] }])
})

test('ten concurrent requests create one job', async () => {
  const { key } = await newTenant()
  const answers = await Promise.all(Array.from({ length: 10 }, () => generate(body, { key })))
  expect(new Set(answers.map((answer) => answer.body.job_id)).size).toBe(1)
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1)
  expect(await countJobs(key)).toBe(1)
})

test('409 while the first request is still being admitted', async () => {
  const CancellationReasons = [{ Code: 'TransactionConflict', Message: 'planned' }, { Code: 'None' }]
  const type = 'TransactionCanceledException'
  const members = { Message: 'planned', CancellationReasons }
  await planOutage({
    function: 'images-api',
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    times: 10,
    status: 400,
    type,
    body: members,
  })
  const { status, body: answer, headers } = await generate(body, { from: newAddress() })
  expect([status, answer, headers.get('retry-after')]).toMatchObject([409, { code: 'idempotency_in_progress' }, '1'])
})

test('400 when the job of the key was deleted in the meantime', async () => {
  const from = newAddress()
  const first = await generate(body, { from })
  await call('DELETE', `/v2/jobs/${first.body.job_id}`, { from, as: 'job_delete' })
  expect((await generate(body, { from })).status).toBe(400)
})

test('a repeated request of a failed job reports the failure, whether it waits or not', async () => {
  const from = newAddress()
  const refused = { prompt: 'nsfw', quality_tier: 'draft', idempotency_key: 'order-3' }
  expect((await generate(refused, { from })).status).toBe(422)
  for (const sync of [true, false]) {
    const again = await generate({ ...refused, sync }, { from })
    expect([again.status, again.body]).toMatchObject([422, { code: 'content_rejected', job: { state: 'failed' } }])
    expect([again.headers.get('retry-after'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
  }
})
