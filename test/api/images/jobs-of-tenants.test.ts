import type { Job } from '@signet/imaging/schemas/job'
import { expect, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'
import { generate, generateCompleted } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { createTenant, newUser } from '../../support/sessions.ts'

type Jobs = { readonly jobs: readonly Job[]; readonly next_cursor: string | null }

const list = (caller: { key?: string; from?: string }, query: string) =>
  call<Jobs>('GET', `/v2/jobs${query}`, { ...caller, as: 'job_list' })

test("list, get and delete cover the jobs of each of a person's tenants; a foreign tenant's jobs are absent", async () => {
  const [{ session }, otherUser] = await Promise.all([newUser(), newUser()])
  const { body: tenant } = await createTenant(session, { name: 'shop' })
  const { job_id } = await generateCompleted({ prompt: 'of the shop' }, { key: tenant.api_key })
  const query = `?tenant_id=${tenant.tenant_id}`
  expect((await list({ key: session }, '')).body.jobs).toEqual([])
  const { status, body } = await list({ key: session }, query)
  expect([status, body.jobs.map((job) => job.job_id)]).toEqual([200, [job_id]])
  const get = (key: string, queryString: string) =>
    call<Job>('GET', `/v2/jobs/${job_id}${queryString}`, { key, as: 'job_get' })
  const remove = (key: string) => call('DELETE', `/v2/jobs/${job_id}${query}`, { key, as: 'job_delete' })
  expect((await get(session, '')).status).toBe(404)
  expect((await get(session, query)).status).toBe(200)
  // The key of the tenant may name it too; other keys and other people find nothing.
  expect((await get(tenant.api_key, query)).status).toBe(200)
  const other = await newTenant()
  for (const key of [otherUser.session, other.key]) {
    expect((await list({ key }, query)).status).toBe(404)
    expect((await get(key, query)).status).toBe(404)
    expect((await remove(key)).status).toBe(404)
  }
  const anonymous = { from: newAddress() }
  expect((await list(anonymous, query)).status).toBe(401)
  expect((await call('GET', `/v2/jobs/${job_id}${query}`, { ...anonymous, as: 'job_get' })).status).toBe(404)
  expect((await remove(session)).status).toBe(204)
  expect((await list({ key: session }, query)).body.jobs).toEqual([])
})

test('list 200 by state and tier; 400 for an unknown state or tier', async () => {
  const { key } = await newTenant()
  const draft = await generateCompleted({ prompt: 'a draft' }, { key })
  await generate({ prompt: 'nsfw', quality_tier: 'draft' }, { key })
  const ids = async (query: string) => (await list({ key }, query)).body.jobs.map((job) => job.job_id)
  expect(await ids('?state=completed')).toEqual([draft.job_id])
  expect(await ids('?state=completed&quality_tier=draft')).toEqual([draft.job_id])
  expect(await ids('?quality_tier=premium')).toEqual([])
  expect((await list({ key }, '?state=failed')).body.jobs).toMatchObject([{ state: 'failed' }])
  for (const query of ['?state=done', '?quality_tier=best', '?tenant_id=']) {
    expect([query, (await list({ key }, query)).status]).toEqual([query, 400])
  }
})

test('get 200 returns the history of the job, whose charge is an entry in the statement; the list does not', async () => {
  const { session } = await newUser()
  const { body: tenant } = await createTenant(session)
  const { job_id } = await generateCompleted({ prompt: 'a story' }, { key: tenant.api_key })
  const query = `?tenant_id=${tenant.tenant_id}`
  const { body } = await call<Job>('GET', `/v2/jobs/${job_id}${query}`, { key: session, as: 'job_get' })
  expect(body.timeline?.map(({ state }) => state)).toEqual(['queued', 'processing', 'encoding', 'completed'])
  const times = body.timeline?.map(({ at }) => at) ?? []
  expect(times).toEqual([...times].sort())
  expect([times[0], times[3]]).toEqual([body.created_at, body.completed_at])
  expect(body.charge).toEqual({ credits: 1, state: 'captured', entry: { type: 'capture', ref: job_id } })
  const usage = await call<{ entries: { type: string; ref: string | null }[] }>(
    'GET',
    `/v2/tenants/${tenant.tenant_id}/usage`,
    { key: session, as: 'getTenantUsage' },
  )
  expect(usage.body.entries).toContainEqual(expect.objectContaining(body.charge?.entry))
  const [listed] = (await list({ key: session }, query)).body.jobs
  for (const member of ['timeline', 'charge']) expect(listed).not.toHaveProperty(member)
})
