import type { Job } from '@signet/imaging/schemas/job'
import { afterEach, describe, expect, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'
import { advance, endOutages, killAt } from '../../support/control.ts'
import { jobsInFlight, waitForIdleJobs } from '../../support/job-faults.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { keysBelow } from '../../support/objects.ts'
import { startReceiver } from '../../support/receiver.ts'

afterEach(endOutages)

const MINUTE_MS = 60_000
/** Longer than the visibility timeout of the queue. */
const VISIBLE_AGAIN_MS = 3 * MINUTE_MS

const draft = { prompt: 'a drill', quality_tier: 'draft', sync: false } as const

const start = async (from: string): Promise<string> => (await generate(draft, { from })).body.job_id

const readJob = async (id: string, from: string): Promise<Job> =>
  (await call<Job>('GET', `/v2/jobs/${id}`, { from, as: 'job_get' })).body

describe('a message of a consumer that was killed', () => {
  test('arrives again after its visibility timeout if it was not processed', async () => {
    const from = newAddress()
    await killAt('images-dispatch', 'before')
    const id = await start(from)
    await expect.poll(jobsInFlight, { timeout: 10_000 }).toBe(1)
    expect((await readJob(id, from)).state).toBe('queued')
    await advance(VISIBLE_AGAIN_MS)
    expect((await waitForEnd(id, { from })).job).toMatchObject({ state: 'completed', error: null })
    expect(await keysBelow(`img/${id}/`)).toHaveLength(3)
  })

  test('changes nothing on its second delivery if it was processed', async () => {
    const from = newAddress()
    await killAt('images-dispatch', 'after')
    const id = await start(from)
    const { job } = await waitForEnd(id, { from })
    expect([job.state, await jobsInFlight()]).toEqual(['completed', 1])
    await advance(VISIBLE_AGAIN_MS)
    await waitForIdleJobs()
    expect(await readJob(id, from)).toEqual(job)
    expect(await keysBelow(`img/${id}/`)).toHaveLength(3)
  })
})

test('a message with a delay is delivered after the delay', async () => {
  const { key } = await newTenant()
  const receiver = await startReceiver((nth) => ({ status: nth === 1 ? 500 : 200 }))
  try {
    const { body } = await generate({ ...draft, webhook_url: receiver.url }, { key })
    const webhookOf = async () =>
      (await call<Job>('GET', `/v2/jobs/${body.job_id}`, { key, as: 'job_get' })).body.webhook
    await expect.poll(webhookOf, { timeout: 10_000 }).toMatchObject({ state: 'pending', attempts: 1 })
    expect(receiver.received).toHaveLength(1)
    await advance(7_000)
    const [first, second] = await receiver.until(2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    await expect.poll(webhookOf, { timeout: 10_000 }).toMatchObject({ state: 'delivered', attempts: 2 })
  } finally {
    await receiver.close()
  }
})
