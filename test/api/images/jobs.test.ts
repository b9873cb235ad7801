import type { Job } from '@signet/imaging/schemas/job'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { generate, generateCompleted } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'

afterEach(endOutages)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const POLLED = [
  'job_id',
  'state',
  'quality_tier',
  'model_id',
  'original_prompt',
  'final_prompt',
  'enhancement_logic',
  'asset_url',
  'seed_used',
  'error',
]

verifies(
  ['IMG-4.3-1', 'IMG-2.1-2', 'IMG-2.1-3', 'IMG-6-1'],
  'get 200 returns the present job to its own tenant',
  async () => {
    const from = newAddress()
    const created = await generateCompleted({ prompt: 'a harbor', seed: 3 }, { from })
    const { status, body } = await call<Job>('GET', `/v2/jobs/${created.job_id}`, { from, as: 'job_get' })
    expect(status).toBe(200)
    expect(body).toMatchObject(created)
    expect(Object.keys(body)).toEqual(expect.arrayContaining(POLLED))
    expect(body.job_id).toMatch(UUID)
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at)
  },
)

test('delete with state=queued: 204 at no cost for an unstarted job, otherwise 409 with the job unchanged', async () => {
  const { key, tenantId } = await newTenant()
  const created = await generateCompleted({ prompt: 'a quay' }, { key })
  const begun = await call('DELETE', `/v2/jobs/${created.job_id}?state=queued`, { key, as: 'job_delete' })
  expect([begun.status, begun.body]).toMatchObject([409, { code: 'job_begun' }])
  expect((await call<Job>('GET', `/v2/jobs/${created.job_id}`, { key, as: 'job_get' })).body).toMatchObject(created)
  expect((await call('GET', String(created.asset_url), { as: 'getAsset' })).status).toBe(200)

  // Its message is lost, and the sweeper runs after a minute.
  await planOutage({ function: 'images-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  const { body: queued } = await generate({ prompt: 'a quay', quality_tier: 'draft', sync: false }, { key })
  await endOutages()
  const path = `/v2/jobs/${queued.job_id}?state=queued`
  expect((await call('DELETE', path, { key, as: 'job_delete' })).status).toBe(204)
  expect((await call('DELETE', path, { key, as: 'job_delete' })).status).toBe(404)
  const { body: usage } = await call<object>('GET', `/v2/tenants/${tenantId}/usage`, { key, as: 'getTenantUsage' })
  expect(usage).toMatchObject({ balance: 49, held: 0 })
})

test('get 404 for an id that was never issued', async () => {
  expect((await call('GET', '/v2/jobs/..%2F..%2Fetc', { key: keyOf('free'), as: 'job_get' })).status).toBe(404)
})

verifies(
  ['IMG-4.4-1', 'IMG-2.6-3'],
  'delete 204 removes row, image and presets at once, and a second delete returns 404',
  async () => {
    const { key } = await newTenant()
    const job = await generateCompleted(
      { prompt: 'soon gone', output_preset: 'thumbnail', background_removal: true },
      { key },
    )
    const urls = [job.asset_url, job.preset_url, job.bg_removed_url].map(String)
    for (const url of urls) expect((await call('GET', url, { as: 'getAsset' })).status).toBe(200)
    expect((await call('DELETE', `/v2/jobs/${job.job_id}`, { key, as: 'job_delete' })).status).toBe(204)
    for (const url of urls) expect((await call('GET', url, { as: 'getAsset' })).status).toBe(404)
    expect((await call('GET', `/v2/jobs/${job.job_id}`, { key, as: 'job_get' })).status).toBe(404)
    expect((await call('DELETE', `/v2/jobs/${job.job_id}`, { key, as: 'job_delete' })).status).toBe(404)
    const { body } = await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })
    expect(body.jobs).toEqual([])
  },
)

test('list 200: newest first, page by page, each job once', async () => {
  const { key } = await newTenant()
  const createdIds: string[] = []
  for (const prompt of ['one', 'two', 'three'])
    createdIds.unshift((await generateCompleted({ prompt }, { key })).job_id)
  const listedIds: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor ? `?limit=2&cursor=${cursor}` : '?limit=2'
    const { body } = await call<{ jobs: Job[]; next_cursor: string | null }>('GET', `/v2/jobs${query}`, {
      key,
      as: 'job_list',
    })
    expect(body.jobs.length).toBeGreaterThan(0)
    listedIds.push(...body.jobs.map((job) => job.job_id))
    cursor = body.next_cursor
  }
  expect(listedIds).toEqual(createdIds)
})

test('list 400 for an invalid cursor, and a page that is too large', async () => {
  const forged = Buffer.from(JSON.stringify({ pk: 'TENANT#other', sk: 'JOB#1' })).toString('base64url')
  const outside = ['A', 'WEBHOOK', 'ZZZ'].map(
    (sk) => `cursor=${Buffer.from(JSON.stringify({ sk })).toString('base64url')}`,
  )
  for (const query of ['cursor=x', `cursor=${forged}`, ...outside, 'limit=101', 'limit=two', 'page=3']) {
    const { status, body } = await call('GET', `/v2/jobs?${query}`, { key: keyOf('free'), as: 'job_list' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: [{ field: query.split('=')[0] }] })
  }
})

test('generate, get and list return 503 when the bucket of long prompts is throttled, and create or lose nothing', async () => {
  const { key } = await newTenant()
  const prompt = 'a long road '.repeat(150)
  const job = await generateCompleted({ prompt, seed: 4 }, { key })
  const polled = () => call<Job>('GET', `/v2/jobs/${job.job_id}`, { key, as: 'job_get' })
  await planOutage({ function: 'images-api', service: 's3', times: 1_000, status: 503, type: 'SlowDown' })
  const answers = await Promise.all([
    generate({ prompt, quality_tier: 'draft' }, { key }),
    polled(),
    call('GET', '/v2/jobs', { key, as: 'job_list' }),
  ])
  await endOutages()
  for (const { status, body, headers } of answers) {
    expect([status, body, headers.get('retry-after')]).toMatchObject([503, { code: 'unavailable' }, '2'])
  }
  expect((await polled()).body).toMatchObject(job)
  const { body } = await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })
  expect(body.jobs.map(({ job_id }) => job_id)).toEqual([job.job_id])
})
