import { randomUUID } from 'node:crypto'
import type { Job } from '@signet/imaging/schemas/job'
import { expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { generate, generateCompleted } from '../../support/jobs.ts'
import { keyWithScopes, newTenant } from '../../support/keys.ts'

verifies(
  ['IMG-5-5', 'IMG-7-1', 'IMG-4.4-1'],
  'get and delete 404: a foreign job returns exactly the response of an unknown one',
  async () => {
    const ownJob = await generateCompleted({ prompt: 'mine' }, { key: keyOf('free') })
    const absent = randomUUID()
    for (const [method, as] of [
      ['GET', 'job_get'],
      ['DELETE', 'job_delete'],
    ] as const) {
      const foreign = await call(method, `/v2/jobs/${ownJob.job_id}`, { key: keyOf('pro'), as })
      const none = await call(method, `/v2/jobs/${absent}`, { key: keyOf('pro'), as })
      expect(foreign.status).toBe(404)
      expect(foreign.body).toEqual(none.body)
    }
    expect((await call('GET', `/v2/jobs/${ownJob.job_id}`, { from: newAddress(), as: 'job_get' })).status).toBe(404)
    expect((await call('GET', `/v2/jobs/${ownJob.job_id}`, { key: keyOf('free'), as: 'job_get' })).status).toBe(200)
  },
)

test('anonymous callers read and chain jobs by id from any address, and delete from their own; keys and sessions get 404', async () => {
  const ownAddress = newAddress()
  const ownJob = await generateCompleted({ prompt: 'a boat', seed: 3 }, { from: ownAddress })
  const path = `/v2/jobs/${ownJob.job_id}`
  const elsewhere = newAddress()
  const { key } = await newTenant()
  expect((await call<Job>('GET', path, { from: elsewhere, as: 'job_get' })).body).toMatchObject(ownJob)
  expect((await call('GET', path, { key, as: 'job_get' })).status).toBe(404)
  expect((await call('DELETE', path, { key, as: 'job_delete' })).status).toBe(404)
  const chained = {
    prompt: 'at dawn',
    mode: 'img2img',
    edge_model: 'sd-1.5-img2img',
    input_asset_url: ownJob.asset_url,
  }
  const foreign = await generate({ ...chained, quality_tier: 'draft' }, { key })
  expect([foreign.status, foreign.body]).toMatchObject([400, { errors: [{ field: 'input_asset_url' }] }])
  expect((await generateCompleted(chained, { from: elsewhere })).state).toBe('completed')
  expect((await call('DELETE', path, { from: elsewhere, as: 'job_delete' })).status).toBe(404)
  expect((await call('DELETE', path, { from: ownAddress, as: 'job_delete' })).status).toBe(204)
  expect((await call('GET', path, { from: elsewhere, as: 'job_get' })).status).toBe(404)
})

test('list 401 if the caller is anonymous, with the reason that many share an address', async () => {
  const from = newAddress()
  await generateCompleted({ prompt: 'a boat' }, { from })
  const { status, body } = await call('GET', '/v2/jobs', { from, as: 'job_list' })
  expect([status, body]).toMatchObject([
    401,
    { code: 'unauthenticated', error: expect.stringContaining('only by its ID') },
  ])
})

const routes = [
  ['GET', '/v2/jobs', 'job_list'],
  ['GET', `/v2/jobs/${randomUUID()}`, 'job_get'],
  ['DELETE', `/v2/jobs/${randomUUID()}`, 'job_delete'],
] as const

for (const [method, path, as] of routes) {
  test(`${as} 400 for an unknown query parameter`, async () => {
    expect((await call(method, `${path}?sort=up`, { key: keyOf('free'), as })).status).toBe(400)
  })

  test(`${as} 401 for a key that is malformed, unknown or in another scheme`, async () => {
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

  test(`${as} 403 for a key without the scope`, async () => {
    const key = await keyWithScopes([])
    expect((await call(method, path, { key, as })).status).toBe(403)
  })
}

verifies('IMG-5-1', 'both headers for a key authenticate the same tenant; two different keys are refused', async () => {
  const created = await generateCompleted({ prompt: 'keyed' }, { key: keyOf('agency') })
  const headers = { 'x-api-key': keyOf('agency') }
  expect(keyOf('agency')).toMatch(/^gen_/)
  expect((await call('GET', `/v2/jobs/${created.job_id}`, { headers, as: 'job_get' })).status).toBe(200)
  const both = await call('GET', '/v2/jobs', { key: keyOf('free'), headers, as: 'job_list' })
  expect(both.status).toBe(400)
})
