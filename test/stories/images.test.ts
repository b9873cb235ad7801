import type { Job } from '@signet/imaging/schemas/job'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { verifies } from '../spec/verifies.ts'
import { call, keyOf } from '../support/api.ts'
import { generate, waitForEnd } from '../support/jobs.ts'
import { newTenant } from '../support/keys.ts'
import { startReceiver } from '../support/receiver.ts'

const draft = { prompt: 'a lighthouse', quality_tier: 'draft', sync: false, seed: 1 } as const

test('an image is generated, announced by webhook, served in several formats, and deleted with its job', async () => {
  const { key } = await newTenant()
  const receiver = await startReceiver()
  try {
    const { status, body } = await generate({ ...draft, webhook_url: receiver.url }, { key })
    expect([status, body.state]).toEqual([202, 'queued'])
    const { job } = await waitForEnd(body.job_id, { key })
    expect(job).toMatchObject({ state: 'completed', output_format: 'webp', error: null })

    const formatOf = async (query: string) => {
      const { bytes } = await call('GET', `${job.asset_url}${query}`, { as: 'getAsset' })
      const { format, width } = await sharp(bytes).metadata()
      return { format, width }
    }
    expect(await formatOf('')).toEqual({ format: 'webp', width: job.width })
    expect(await formatOf('?preset=thumbnail')).toEqual({ format: 'webp', width: 256 })
    expect(await formatOf('?format=png')).toEqual({ format: 'png', width: job.width })

    const [notification] = await receiver.until(1)
    const data = { job_id: job.job_id, state: 'completed' }
    expect(JSON.parse(notification?.body ?? '')).toMatchObject({ type: 'job.completed', data })

    expect((await call('DELETE', `/v2/jobs/${job.job_id}`, { key, as: 'job_delete' })).status).toBe(204)
    expect((await call('GET', String(job.asset_url), { as: 'getAsset' })).status).toBe(404)
  } finally {
    await receiver.close()
  }
})

/** Takes half a second of CPU, so that many of these jobs are a backlog. */
const slow = { ...draft, background_removal: true } as const
const BACKLOG = 16

verifies('IMG-8-6', 'a job of an Agency plan completes before an earlier backlog', async () => {
  const { key: noisy } = await newTenant()
  const agency = keyOf('agency')
  // Excludes the cold start of the lane's functions from the comparison.
  await waitForEnd((await generate(draft, { key: agency })).body.job_id, { key: agency })
  await Promise.all(Array.from({ length: BACKLOG }, () => generate(slow, { key: noisy })))
  const { body: first } = await generate(draft, { key: agency })
  const { job } = await waitForEnd(first.job_id, { key: agency })
  expect(job.state).toBe('completed')
  const listed = await call<{ jobs: Job[] }>('GET', `/v2/jobs?limit=${BACKLOG}`, { key: noisy, as: 'job_list' })
  const backlog = listed.body.jobs
  expect(backlog).toHaveLength(BACKLOG)
  const endedBefore = ({ completed_at }: Job, time: string) => completed_at !== null && completed_at < time
  const waiting = backlog.filter((each) => !endedBefore(each, job.created_at))
  expect(waiting.length).toBeGreaterThan(3)
  // With a single lane, all of them would complete earlier, except those that run at the same time.
  const completedEarlier = waiting.filter((each) => endedBefore(each, String(job.completed_at)))
  expect(completedEarlier.length).toBeLessThan((waiting.length * 2) / 3)
  await Promise.all(backlog.map(({ job_id }) => call('DELETE', `/v2/jobs/${job_id}`, { key: noisy, as: 'job_delete' })))
})
