import type { Job } from '@signet/imaging/schemas/job'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { type Call, call, newAddress } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { generateCompleted, waitForEnd } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'

afterEach(endOutages)

type VariationCall = Pick<Call, 'key' | 'from' | 'headers'> & { readonly body?: object }

const vary = (id: string, { body = {}, ...caller }: VariationCall) =>
  call<{ jobs: Job[]; code?: string }>('POST', `/v2/jobs/${id}/variations`, { ...caller, body, as: 'createVariations' })

const sourceJob = async (key: string): Promise<string> =>
  (await generateCompleted({ prompt: 'a red fox' }, { key })).job_id

describe('createVariations', () => {
  verifies('IMG-8-5', '202: each variation is a job with the next seed, and completes', async () => {
    const { key } = await newTenant()
    const id = await sourceJob(key)
    const { status, body, headers } = await vary(id, { key, body: { count: 4, seed: 5 } })
    expect([status, body.jobs.map(({ state }) => state)]).toEqual([202, ['queued', 'queued', 'queued', 'queued']])
    expect([headers.get('retry-after'), headers.get('ratelimit')]).toEqual([
      '1',
      expect.stringMatching(/"credits";r=45/),
    ])
    expect((await vary(id, { key, body: { count: 5 } })).status).toBe(400)
    const jobs = await Promise.all(body.jobs.map(({ job_id }) => waitForEnd(job_id, { key })))
    expect(jobs.map(({ job }) => [job.state, job.seed_used, job.quality_tier])).toEqual(
      [5, 6, 7, 8].map((seed) => ['completed', seed, 'draft']),
    )
  })

  test('202 with the same jobs for a repeated key; 422 for another request with it', async () => {
    const { key } = await newTenant()
    const id = await sourceJob(key)
    const headers = { 'idempotency-key': 'v-1' }
    const first = await vary(id, { key, headers })
    const again = await vary(id, { key, headers })
    expect(again.body.jobs.map(({ job_id }) => job_id)).toEqual(first.body.jobs.map(({ job_id }) => job_id))
    expect([first, again].map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    const other = await vary(id, { key, headers, body: { count: 2 } })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  test('202 for the smallest strength', async () => {
    const { key } = await newTenant()
    expect((await vary(await sourceJob(key), { key, body: { variation_strength: 5e-324 } })).status).toBe(202)
  })

  test('400 for a seed whose last variation is out of range', async () => {
    const { key } = await newTenant()
    const { body } = await vary(await sourceJob(key), { key, body: { seed: 2_147_483_647, count: 2 } })
    expect(body).toMatchObject({ code: 'invalid_input', errors: [{ field: 'seed' }] })
  })

  test('402 without an account', async () => {
    const { key } = await newTenant()
    const { status, body } = await vary(await sourceJob(key), { from: newAddress() })
    expect([status, body.code]).toEqual([402, 'plan_required'])
  })

  test('404 for a foreign job as for an absent one', async () => {
    const { key } = await newTenant()
    const other = await newTenant()
    const answers = [await vary(await sourceJob(other.key), { key }), await vary(crypto.randomUUID(), { key })]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })

  test('409 while the first request is still being admitted', async () => {
    const { key } = await newTenant()
    const id = await sourceJob(key)
    const CancellationReasons = [{ Code: 'TransactionConflict', Message: 'planned' }, { Code: 'None' }]
    await planOutage({
      function: 'images-api',
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      times: 10,
      status: 400,
      type: 'TransactionCanceledException',
      body: { Message: 'planned', CancellationReasons },
    })
    const { status, body } = await vary(id, { key, headers: { 'idempotency-key': 'v-2' } })
    expect([status, body.code]).toEqual([409, 'idempotency_in_progress'])
  })

  test('429 and no charge when the credits cover only some of them', async () => {
    const { key } = await newTenant()
    const id = await sourceJob(key)
    // 49 of the 50 welcome credits remain.
    for (let i = 0; i < 12; i++) expect((await vary(id, { key, body: { count: 4 } })).status).toBe(202)
    const { status, body } = await vary(id, { key, body: { count: 2 } })
    expect([status, body]).toMatchObject([429, { code: 'insufficient_credits', required: 2, balance: 1 }])
    expect((await vary(id, { key })).status).toBe(202)
  })
})
