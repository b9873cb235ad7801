import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '@signet/imaging/schemas/job'
import { afterEach, expect, test } from 'vitest'
import { OPEN_PARTITIONS } from '../../../lambdas/images/jobs/job-keys.ts'
import { verifies } from '../../spec/verifies.ts'
import { call, newAddress } from '../../support/api.ts'
import { endOutages, killAt, planOutage, runFunction, runWithMessage } from '../../support/control.ts'
import { killPaintings, waitForIdleJobs } from '../../support/job-faults.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'
import { keyWithScopes, table } from '../../support/keys.ts'
import { keysBelow, removeObjects } from '../../support/objects.ts'
import { rowsOf } from '../../support/rows.ts'
import { testStack } from '../../support/test-stack.ts'

afterEach(endOutages)

const MINUTE = 60_000
const start = async (from: string, body: object = {}): Promise<Job> => {
  const answer = await generate({ prompt: 'a drill', quality_tier: 'draft', sync: false, ...body }, { from })
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  return answer.body
}

/** Entries of a job in the open index; an ended job must have none. */
const openEntries = async (jobId: string): Promise<number> => {
  const pages = OPEN_PARTITIONS.map((partition) =>
    table().send(
      new QueryCommand({
        TableName: testStack().table,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :open',
        ExpressionAttributeValues: { ':open': partition },
      }),
    ),
  )
  const items = (await Promise.all(pages)).flatMap(({ Items = [] }) => Items)
  return items.filter((item) => item.sk === `JOB#${jobId}`).length
}

const objectsOf = async (id: string): Promise<string[]> =>
  (await keysBelow(`img/${id}/`)).map((key) => key.slice(`img/${id}/`.length))

const expectCompleteJob = async (id: string, from: string): Promise<void> => {
  const { job } = await waitForEnd(id, { from })
  expect(job, JSON.stringify(job)).toMatchObject({ state: 'completed', error: null })
  expect((await call('GET', String(job.asset_url), { as: 'getAsset' })).status).toBe(200)
  expect(await objectsOf(id)).toEqual(['image', 'master', 'reduced'])
  expect(await openEntries(id)).toBe(0)
}

for (const [step, when] of [
  ['images-paint', 'before'],
  ['images-paint', 'after'],
  ['images-encode', 'before'],
  ['images-encode', 'after'],
] as const) {
  test(`${step} killed ${when} its work: the job completes once, without leftovers`, async () => {
    const from = newAddress()
    await killAt(step, when)
    const { job_id: id } = await start(from)
    await expectCompleteJob(id, from)
  })
}

test('a duplicate message creates one image', async () => {
  const from = newAddress()
  const { job_id: id } = await start(from)
  await expectCompleteJob(id, from)
  const before = await call<Job>('GET', `/v2/jobs/${id}`, { from, as: 'job_get' })
  const { tenantId } = await rowsOf(id)
  await runWithMessage('images-dispatch', { tenantId, jobId: id })
  await waitForIdleJobs()
  expect((await call<Job>('GET', `/v2/jobs/${id}`, { from, as: 'job_get' })).body).toEqual(before.body)
})

test('the sweeper finds a job whose message was lost', async () => {
  const from = newAddress()
  await planOutage({ function: 'images-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  const { job_id: id } = await start(from)
  await endOutages()
  expect((await call<Job>('GET', `/v2/jobs/${id}`, { from, as: 'job_get' })).body.state).toBe('queued')
  await runFunction('images-sweep', { after: 2 * MINUTE })
  await expectCompleteJob(id, from)
})

verifies(
  ['IMG-3-5', 'IMG-2.1-8'],
  'a failed painting ends in failed, without a stack in the error and without objects',
  async () => {
    const from = newAddress()
    await killPaintings()
    const { status, body } = await generate({ prompt: 'doomed', quality_tier: 'draft' }, { from })
    expect(status).toBe(502)
    expect(body).toMatchObject({ code: 'upstream_failed' })
    const { job } = body as unknown as { job: Job }
    expect(job).toMatchObject({ state: 'failed', asset_url: null, error_code: expect.any(String) })
    expect(job.error).not.toMatch(/Error|at /)
    expect(await objectsOf(job.job_id)).toEqual([])
    expect(await openEntries(job.job_id)).toBe(0)
  },
)

verifies(['IMG-3-5'], 'a failed encoding ends in failed_encoding and keeps only the master', async () => {
  const from = newAddress()
  for (const nth of [1, 2, 3]) await killAt('images-encode', 'before', nth)
  const { job_id: id } = await start(from)
  const { job } = await waitForEnd(id, { from })
  expect(job).toMatchObject({ state: 'failed_encoding', asset_url: null })
  expect(job.error).toBeTruthy()
  expect(await objectsOf(id)).toEqual(['master'])
  expect(await openEntries(id)).toBe(0)
  await removeObjects(await keysBelow(`img/${id}/`))
})

for (const when of ['before', 'after'] as const) {
  test(`images-settle killed ${when} its work: the job still ends in failed, once`, async () => {
    const from = newAddress()
    await killPaintings()
    await killAt('images-settle', when)
    const { job_id: id } = await start(from)
    const { job } = await waitForEnd(id, { from })
    expect(job).toMatchObject({ state: 'failed', error_code: 'internal' })
    await expect.poll(() => objectsOf(id), { timeout: 10_000 }).toEqual([])
    expect(await openEntries(id)).toBe(0)
  })
}

test('422: refused content is typed, for waiting and for polling callers', async () => {
  const from = newAddress()
  const body = { prompt: 'nsfw picture', quality_tier: 'draft' }
  const waiting = await generate(body, { from })
  expect([waiting.status, waiting.body]).toMatchObject([422, { code: 'content_rejected' }])
  const { job } = await waitForEnd((await start(from, body)).job_id, { from })
  expect(job).toMatchObject({ state: 'failed', error_code: 'content_rejected' })
})

test('a job deleted while it is painted leaves neither row nor objects', async () => {
  const from = newAddress()
  const { job_id: id } = await start(from)
  expect((await call('DELETE', `/v2/jobs/${id}`, { from, as: 'job_delete' })).status).toBe(204)
  await waitForIdleJobs()
  expect((await call('GET', `/v2/jobs/${id}`, { from, as: 'job_get' })).status).toBe(404)
  expect(await objectsOf(id)).toEqual([])
  await runFunction('images-sweep', { after: 20 * MINUTE })
  expect(await openEntries(id)).toBe(0)
})

test('404: a job deleted while its caller waits for it', async () => {
  const key = await keyWithScopes(['generate', 'read'])
  const waiting = generate({ prompt: 'mountains', quality_tier: 'premium', sync: true }, { key })
  const jobs = async () => (await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })).body.jobs
  await expect.poll(jobs, { timeout: 10_000, interval: 20 }).toHaveLength(1)
  const [job] = await jobs()
  expect((await call('DELETE', `/v2/jobs/${job?.job_id}`, { key, as: 'job_delete' })).status).toBe(204)
  expect((await waiting).status).toBe(404)
})

test('the API killed before its work: an error for the caller, no job', async () => {
  const key = await keyWithScopes(['generate', 'read'])
  await killAt('images-api', 'before')
  expect((await call('POST', '/v2/generate', { key, body: { prompt: 'a' }, as: 'none' })).status).toBe(502)
  expect((await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })).body.jobs).toEqual([])
})
