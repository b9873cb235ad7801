import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TenantUsage } from '../../../lambdas/images/contract/tenants.ts'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { atLaterTime } from '../../support/control.ts'
import { generateCompleted } from '../../support/jobs.ts'
import { keyWithScopes } from '../../support/keys.ts'
import { newPerson } from '../../support/people.ts'
import { type CreatedTenant, createTenant, newUser, rotateTenantKey, sessionOf } from '../../support/sessions.ts'
import { testStack } from '../../support/test-stack.ts'

const list = (session: string, query = '') =>
  call<{ tenants: CreatedTenant[]; next_cursor: string | null }>('GET', `/v2/tenants${query}`, {
    key: session,
    as: 'listTenants',
  })

const usage = (key: string, id: string, query = '') =>
  call<TenantUsage>('GET', `/v2/tenants/${id}/usage${query}`, { key, as: 'getTenantUsage' })

/** Returns whether the service accepts the key. */
const isAccepted = async (key: string): Promise<boolean> =>
  (await call('GET', '/v2/jobs', { key, as: 'job_list' })).status === 200

verifies(
  ['IMG-4.8-1', 'IMG-2.3-1', 'IMG-5-7'],
  'createTenant 201 returns a tenant of the signed-in user and its valid raw key',
  async () => {
    const { session } = await newUser()
    const { status, body, headers } = await createTenant(session, { name: 'shop' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'shop', tier: 'free', scopes: ['generate', 'read'], rotated_at: null })
    expect(body.api_key).toMatch(/^gen_[0-9A-Za-z]{36}$/)
    expect(body.api_key.startsWith(body.api_key_prefix)).toBe(true)
    expect(headers.get('cache-control')).toBe('no-store')
    const job = await generateCompleted({ prompt: 'of a new tenant' }, { key: body.api_key })
    expect(job.state).toBe('completed')
  },
)

verifies('IMG-4.8-2', "listTenants 200 returns the user's tenants, newest first, with key prefixes only", async () => {
  const { session } = await newUser()
  const other = await newUser()
  await createTenant(other.session, { name: 'not mine' })
  const createdTenants: CreatedTenant[] = []
  for (const name of ['a', 'b', 'c']) createdTenants.push((await createTenant(session, { name })).body)
  const first = await list(session, '?limit=2')
  expect(first.status).toBe(200)
  const second = await list(session, `?limit=2&cursor=${first.body.next_cursor}`)
  expect(second.body.next_cursor).toBeNull()
  expect([...first.body.tenants, ...second.body.tenants].map(({ name }) => name)).toEqual(['c', 'b', 'a'])
  const text = Buffer.from(first.bytes).toString() + Buffer.from(second.bytes).toString()
  for (const { api_key, api_key_prefix } of createdTenants) {
    expect(text).toContain(api_key_prefix)
    expect(text).not.toContain(api_key)
  }
})

verifies('IMG-4.8-3', 'rotateTenantKey 200 returns a new key and revokes the old one', async () => {
  const { session } = await newUser()
  const { body: tenant } = await createTenant(session)
  await generateCompleted({ prompt: 'before the rotation' }, { key: tenant.api_key })
  const { status, body } = await rotateTenantKey(session, tenant.tenant_id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ tenant_id: tenant.tenant_id, old_key_valid_until: null })
  expect(body.api_key).not.toBe(tenant.api_key)
  expect(await isAccepted(tenant.api_key)).toBe(false)
  const { body: jobs } = await call<{ jobs: object[] }>('GET', '/v2/jobs', { key: body.api_key, as: 'job_list' })
  expect(jobs.jobs).toHaveLength(1)
})

test('rotateTenantKey 200: with grace both keys work until it ends; another rotation ends it at once', async () => {
  const { userId, session } = await newUser()
  const { body: tenant } = await createTenant(session)
  const { body: second } = await rotateTenantKey(session, tenant.tenant_id, { grace_seconds: 3600 })
  expect(second.old_key_valid_until).toEqual(expect.any(String))
  expect(await isAccepted(tenant.api_key)).toBe(true)
  expect(await isAccepted(second.api_key)).toBe(true)
  const { body: third } = await rotateTenantKey(session, tenant.tenant_id, { grace_seconds: 60 })
  expect(await isAccepted(tenant.api_key)).toBe(false)
  expect(await isAccepted(second.api_key)).toBe(true)
  await atLaterTime(61_000, async () => {
    expect(await isAccepted(second.api_key)).toBe(false)
    expect(await isAccepted(third.api_key)).toBe(true)
  })
  expect((await list(await sessionOf(userId))).status).toBe(200)
})

test('rotateTenantKey 200: a double click with one Idempotency-Key rotates once and returns the same key', async () => {
  const { session } = await newUser()
  const { body: tenant } = await createTenant(session)
  const idempotencyHeaders = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    [1, 2, 3].map(() => rotateTenantKey(session, tenant.tenant_id, {}, idempotencyHeaders)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.api_key)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2)
  expect(await isAccepted(String(answers[0]?.body.api_key))).toBe(true)
})

test('rotateTenantKey 200: two different concurrent rotations leave one valid key', async () => {
  const { session } = await newUser()
  const { body: tenant } = await createTenant(session)
  const answers = await Promise.all([1, 2].map(() => rotateTenantKey(session, tenant.tenant_id)))
  const acceptedKeys = await Promise.all(answers.map(({ body }) => isAccepted(body.api_key)))
  expect(acceptedKeys.filter(Boolean)).toHaveLength(1)
  expect(await isAccepted(tenant.api_key)).toBe(false)
})

test('createTenant 201: a repeated Idempotency-Key creates one tenant; 422 for another request', async () => {
  const { session } = await newUser()
  const idempotencyHeaders = { 'idempotency-key': randomUUID() }
  const first = await createTenant(session, { name: 'one' }, idempotencyHeaders)
  const second = await createTenant(session, { name: 'one' }, idempotencyHeaders)
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect((await list(session)).body.tenants).toHaveLength(1)
  expect((await createTenant(session, { name: 'two' }, idempotencyHeaders)).status).toBe(422)
  expect((await rotateTenantKey(session, first.body.tenant_id, {}, idempotencyHeaders)).status).toBe(422)
})

test('createTenant 409: a user has at most 20 tenants, also with concurrent requests', async () => {
  const { session } = await newUser()
  const answers = await Promise.all(Array.from({ length: 23 }, () => createTenant(session)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(20)
  for (let i = 0; i < 20; i++) await createTenant(session)
  expect((await createTenant(session)).status).toBe(409)
  expect((await list(session, '?limit=100')).body.tenants).toHaveLength(20)
})

verifies('IMG-4.8-4', 'getTenantUsage 200: entitlements, buckets, totals and a statement', async () => {
  const { session } = await newUser()
  const { body: tenant } = await createTenant(session)
  await generateCompleted({ prompt: 'counted' }, { key: tenant.api_key })
  for (const key of [session, tenant.api_key]) {
    const { status, body } = await usage(key, tenant.tenant_id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      tenant_id: tenant.tenant_id,
      tier: 'free',
      entitlements: { tiers: ['draft', 'standard', 'premium'], priority_queue: false, monthly_credits: 0 },
      balance: 49,
      credits: { issued: 50, consumed: 1 },
      jobs: { total: 1, by_state: { completed: 1, failed: 0 }, by_tier: { draft: 1, standard: 0 } },
    })
    expect(body.buckets[0]).toEqual({ name: 'welcome', credits: 49, expires_at: null })
    expect(body.entries.map(({ type }) => type)).toEqual(['capture', 'welcome'])
  }
})

test("getTenantUsage 200: a user's tenants share one account; a key does not get another tenant's jobs", async () => {
  const { session } = await newUser()
  const { body: one } = await createTenant(session)
  const { body: two } = await createTenant(session)
  const job = await generateCompleted({ prompt: 'of the first tenant' }, { key: one.api_key })
  const { bytes, body } = await usage(two.api_key, two.tenant_id, '?limit=1')
  expect(body.balance).toBe(49)
  expect(body.jobs.total).toBe(0)
  expect(body.entries).toMatchObject([{ type: 'capture', ref: null }])
  expect(body.next_cursor).toBeNull()
  expect(Buffer.from(bytes).toString()).not.toContain(job.job_id)
  const owner = await usage(session, two.tenant_id, '?limit=1')
  expect(owner.body.entries).toMatchObject([{ type: 'capture', ref: job.job_id }])
  const older = await usage(session, two.tenant_id, `?limit=1&cursor=${owner.body.next_cursor}`)
  expect(older.body.entries).toMatchObject([{ type: 'welcome' }])
})

verifies(
  ['IMG-5-5', 'IMG-7-1'],
  'getTenantUsage and rotateTenantKey return 404 for a foreign tenant as for an absent one',
  async () => {
    const { session } = await newUser()
    const { body: foreign } = await createTenant((await newUser()).session)
    const { body: own } = await createTenant(session)
    const absent = randomUUID()
    const replies = await Promise.all([
      usage(session, foreign.tenant_id),
      usage(session, absent),
      usage(own.api_key, foreign.tenant_id),
      usage(own.api_key, absent),
      rotateTenantKey(session, foreign.tenant_id),
      rotateTenantKey(session, absent),
    ])
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await isAccepted(foreign.api_key)).toBe(true)
  },
)

test('session 404: a foreign job is like an absent one for any signed-in user', async () => {
  const { session } = await newUser()
  const job = await generateCompleted({ prompt: 'not yours' }, { key: keyOf('free') })
  for (const id of [job.job_id, randomUUID()]) {
    for (const [method, as] of [
      ['GET', 'job_get'],
      ['DELETE', 'job_delete'],
    ] as const) {
      const { status, body } = await call(method, `/v2/jobs/${id}`, { key: session, as })
      expect([status, body]).toEqual([404, { error: 'The job does not exist', code: 'not_found' }])
    }
  }
})

const OPERATIONS = [
  ['createTenant', 'POST', '/v2/tenants'],
  ['listTenants', 'GET', '/v2/tenants'],
  ['rotateTenantKey', 'POST', `/v2/tenants/${randomUUID()}/rotate`],
  ['getTenantUsage', 'GET', `/v2/tenants/${randomUUID()}/usage`],
] as const

const bodyOf = (method: string) => (method === 'POST' ? { body: {} } : {})

test('every route returns 401 for a missing, invalid or ended session', async () => {
  // Valid for 60 seconds.
  const ended = await sessionOf(randomUUID(), 60)
  await atLaterTime(61_000, async () => {
    for (const [as, method, path] of OPERATIONS) {
      for (const key of [undefined, 'eyJhbGciOiJub25lIn0.e30.', ended, 'eyJ']) {
        const credential = key ? { key } : { from: newAddress() }
        expect((await call(method, path, { ...credential, ...bodyOf(method), as })).status).toBe(401)
      }
      const headers = { cookie: `auth.session_token=${ended}` }
      expect((await call(method, path, { headers, ...bodyOf(method), as })).status).toBe(401)
    }
  })
})

for (const [as, method, path] of OPERATIONS) {
  const body = bodyOf(method)

  test(`${as} 403 for an API key without the right`, async () => {
    const key = as === 'getTenantUsage' ? await keyWithScopes([]) : keyOf('pro')
    expect((await call(method, path, { key, ...body, as })).status).toBe(403)
  })

  test(`${as} 400 for an unknown field or parameter`, async () => {
    const { session } = await newUser()
    const query = method === 'GET' ? '?sort=up' : ''
    const wrong = method === 'POST' ? { body: { color: 'red' } } : {}
    expect((await call(method, `${path}${query}`, { key: session, ...wrong, as })).status).toBe(400)
  })

  if (method !== 'POST') continue

  test(`${as} 413 and 415 for a body that is too large or not JSON`, async () => {
    const { session } = await newUser()
    const large = { key: session, raw: JSON.stringify({ name: 'x'.repeat(5_000) }), as }
    expect((await call(method, path, large)).status).toBe(413)
    const text = { key: session, raw: 'hello', headers: { 'content-type': 'text/plain' }, as }
    expect((await call(method, path, text)).status).toBe(415)
  })

  test(`${as} 403 for a session cookie from a foreign page`, async () => {
    const { cookie } = await newPerson()
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const from of foreign) {
      expect((await call(method, path, { headers: { cookie, ...from }, body: {}, as })).status).toBe(403)
    }
    const own = { cookie, origin: String(testStack().urls.images) }
    expect([201, 404]).toContain((await call(method, path, { headers: own, body: {}, as })).status)
  })
}
