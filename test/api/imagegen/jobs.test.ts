import { randomUUID } from 'node:crypto'
import type { Job } from '@signet/image-schemas/job'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { endOutages, outage } from '../../support/control.ts'
import { completed, generate } from '../../support/jobs.ts'
import { keyWithScopes, newTenant } from '../../support/keys.ts'

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
  'get 200: the job as it stands, to its own tenant',
  async () => {
    const from = newAddress()
    const made = await completed({ prompt: 'a harbour', seed: 3 }, { from })
    const { status, body } = await call<Job>('GET', `/v2/jobs/${made.job_id}`, { from, as: 'job_get' })
    expect(status).toBe(200)
    expect(body).toMatchObject(made)
    expect(Object.keys(body)).toEqual(expect.arrayContaining(POLLED))
    expect(body.job_id).toMatch(UUID)
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at)
  },
)

verifies(
  ['IMG-5-5', 'IMG-7-1', 'IMG-4.4-1'],
  'get and delete 404: a foreign job answers exactly as one that never was',
  async () => {
    const made = await completed({ prompt: 'mine' }, { key: keyOf('free') })
    const absent = randomUUID()
    for (const [method, as] of [
      ['GET', 'job_get'],
      ['DELETE', 'job_delete'],
    ] as const) {
      const foreign = await call(method, `/v2/jobs/${made.job_id}`, { key: keyOf('pro'), as })
      const none = await call(method, `/v2/jobs/${absent}`, { key: keyOf('pro'), as })
      expect(foreign.status).toBe(404)
      expect(foreign.body).toEqual(none.body)
    }
    expect((await call('GET', `/v2/jobs/${made.job_id}`, { from: newAddress(), as: 'job_get' })).status).toBe(404)
    expect((await call('GET', `/v2/jobs/${made.job_id}`, { key: keyOf('free'), as: 'job_get' })).status).toBe(200)
  },
)

test('anonymous callers may read and chain by id alone, from any address, and delete from their own; keys and sessions find none of it', async () => {
  const own = newAddress()
  const made = await completed({ prompt: 'a boat', seed: 3 }, { from: own })
  const [path, elsewhere, { key }] = [`/v2/jobs/${made.job_id}`, newAddress(), await newTenant()]
  expect((await call<Job>('GET', path, { from: elsewhere, as: 'job_get' })).body).toMatchObject(made)
  expect((await call('GET', path, { key, as: 'job_get' })).status).toBe(404)
  expect((await call('DELETE', path, { key, as: 'job_delete' })).status).toBe(404)
  const chained = { prompt: 'at dawn', mode: 'img2img', edge_model: 'sd-1.5-img2img', input_asset_url: made.asset_url }
  const foreign = await generate({ ...chained, quality_tier: 'draft' }, { key })
  expect([foreign.status, foreign.body]).toMatchObject([400, { errors: [{ field: 'input_asset_url' }] }])
  expect((await completed(chained, { from: elsewhere })).state).toBe('completed')
  expect((await call('DELETE', path, { from: elsewhere, as: 'job_delete' })).status).toBe(404)
  expect((await call('DELETE', path, { from: own, as: 'job_delete' })).status).toBe(204)
  expect((await call('GET', path, { from: elsewhere, as: 'job_get' })).status).toBe(404)
})

test('delete with state=queued: 204 and nothing paid where nobody has begun, 409 and the job left alone otherwise', async () => {
  const { key, tenantId } = await newTenant()
  const made = await completed({ prompt: 'a quay' }, { key })
  const begun = await call('DELETE', `/v2/jobs/${made.job_id}?state=queued`, { key, as: 'job_delete' })
  expect([begun.status, begun.body]).toMatchObject([409, { code: 'job_begun' }])
  expect((await call<Job>('GET', `/v2/jobs/${made.job_id}`, { key, as: 'job_get' })).body).toMatchObject(made)
  expect((await call('GET', String(made.asset_url), { as: 'getAsset' })).status).toBe(200)

  // Its message is lost, and the sweeper comes by after a minute.
  await outage({ function: 'imagegen-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  const { body: queued } = await generate({ prompt: 'a quay', quality_tier: 'draft', sync: false }, { key })
  await endOutages()
  const path = `/v2/jobs/${queued.job_id}?state=queued`
  expect((await call('DELETE', path, { key, as: 'job_delete' })).status).toBe(204)
  expect((await call('DELETE', path, { key, as: 'job_delete' })).status).toBe(404)
  const { body: usage } = await call<object>('GET', `/v2/tenants/${tenantId}/usage`, { key, as: 'getTenantUsage' })
  expect(usage).toMatchObject({ balance: 49, held: 0 })
})

test('list 401 when the caller is anonymous, with the reason: many share an address', async () => {
  const from = newAddress()
  await completed({ prompt: 'a boat' }, { from })
  const { status, body } = await call('GET', '/v2/jobs', { from, as: 'job_list' })
  expect([status, body]).toMatchObject([
    401,
    { code: 'unauthenticated', error: expect.stringContaining('by their id') },
  ])
})

test('get 404: an id that could not be one of ours', async () => {
  expect((await call('GET', '/v2/jobs/..%2F..%2Fetc', { key: keyOf('free'), as: 'job_get' })).status).toBe(404)
})

verifies(
  ['IMG-4.4-1', 'IMG-2.6-3'],
  'delete 204: record, image and presets are gone at once, a second delete finds nothing',
  async () => {
    const { key } = await newTenant()
    const made = await completed({ prompt: 'soon gone', output_preset: 'thumbnail', background_removal: true }, { key })
    const urls = [made.asset_url, made.preset_url, made.bg_removed_url].map(String)
    for (const url of urls) expect((await call('GET', url, { as: 'getAsset' })).status).toBe(200)
    expect((await call('DELETE', `/v2/jobs/${made.job_id}`, { key, as: 'job_delete' })).status).toBe(204)
    for (const url of urls) expect((await call('GET', url, { as: 'getAsset' })).status).toBe(404)
    expect((await call('GET', `/v2/jobs/${made.job_id}`, { key, as: 'job_get' })).status).toBe(404)
    expect((await call('DELETE', `/v2/jobs/${made.job_id}`, { key, as: 'job_delete' })).status).toBe(404)
    const { body } = await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })
    expect(body.jobs).toEqual([])
  },
)

test('list 200: newest first, page by page, each job once', async () => {
  const { key } = await newTenant()
  const made: string[] = []
  for (const prompt of ['one', 'two', 'three']) made.unshift((await completed({ prompt }, { key })).job_id)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor ? `?limit=2&cursor=${cursor}` : '?limit=2'
    const { body } = await call<{ jobs: Job[]; next_cursor: string | null }>('GET', `/v2/jobs${query}`, {
      key,
      as: 'job_list',
    })
    expect(body.jobs.length).toBeGreaterThan(0)
    seen.push(...body.jobs.map((job) => job.job_id))
    cursor = body.next_cursor
  }
  expect(seen).toEqual(made)
})

test('list 400: a cursor that no list returned, and a page that is too large', async () => {
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

const routes = [
  ['GET', '/v2/jobs', 'job_list'],
  ['GET', `/v2/jobs/${randomUUID()}`, 'job_get'],
  ['DELETE', `/v2/jobs/${randomUUID()}`, 'job_delete'],
] as const

for (const [method, path, as] of routes) {
  test(`${as} 400: a query parameter that does not exist`, async () => {
    expect((await call(method, `${path}?sort=up`, { key: keyOf('free'), as })).status).toBe(400)
  })

  test(`${as} 401: a key that is malformed, unknown or in another scheme`, async () => {
    const unknown = 'gen_33ea49612cb68a90205cdddaf924232GyAuq'
    const bad: Record<string, string>[] = [
      { authorization: 'Bearer gen_x' },
      { 'x-api-key': unknown },
      { authorization: 'Basic abc' },
      { authorization: 'Bearer other' },
    ]
    for (const headers of bad) {
      const { status, body, headers: got } = await call(method, path, { headers, as })
      expect(status).toBe(401)
      expect(body.code).toBe('unauthenticated')
      // A REST API renames the challenge on its way out.
      expect(got.get('www-authenticate') ?? got.get('x-amzn-remapped-www-authenticate')).toContain('Bearer')
    }
  })

  test(`${as} 403: a key without the scope`, async () => {
    const key = await keyWithScopes([])
    expect((await call(method, path, { key, as })).status).toBe(403)
  })
}

test('generate, get and list: 503 when the bucket of long prompts is throttled, and nothing is made or lost', async () => {
  const { key } = await newTenant()
  const prompt = 'a long road '.repeat(150)
  const made = await completed({ prompt, seed: 4 }, { key })
  const polled = () => call<Job>('GET', `/v2/jobs/${made.job_id}`, { key, as: 'job_get' })
  await outage({ function: 'imagegen-api', service: 's3', times: 1_000, status: 503, type: 'SlowDown' })
  const answers = await Promise.all([
    generate({ prompt, quality_tier: 'draft' }, { key }),
    polled(),
    call('GET', '/v2/jobs', { key, as: 'job_list' }),
  ])
  await endOutages()
  for (const { status, body, headers } of answers) {
    expect([status, body, headers.get('retry-after')]).toMatchObject([503, { code: 'unavailable' }, '2'])
  }
  expect((await polled()).body).toMatchObject(made)
  const { body } = await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })
  expect(body.jobs.map(({ job_id }) => job_id)).toEqual([made.job_id])
})

verifies('IMG-5-1', 'both ways of sending a key lead to the same tenant; two different keys are refused', async () => {
  const made = await completed({ prompt: 'keyed' }, { key: keyOf('agency') })
  const headers = { 'x-api-key': keyOf('agency') }
  expect(keyOf('agency')).toMatch(/^gen_/)
  expect((await call('GET', `/v2/jobs/${made.job_id}`, { headers, as: 'job_get' })).status).toBe(200)
  const both = await call('GET', '/v2/jobs', { key: keyOf('free'), headers, as: 'job_list' })
  expect(both.status).toBe(400)
})
