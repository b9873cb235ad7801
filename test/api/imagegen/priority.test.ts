import type { Job } from '@signet/image-schemas/job'
import { expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf } from '../../support/api.ts'
import { advance, endOutages, outage } from '../../support/control.ts'
import { ended, generate } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'

const BACKLOG = 24

const draft = { prompt: 'a lighthouse', quality_tier: 'draft', sync: false, seed: 1 } as const

/** Takes half a second of a core, so that many of them are a backlog. */
const slow = { ...draft, background_removal: true } as const

const jobsOf = async (key: string): Promise<Job[]> =>
  (await call<{ jobs: Job[] }>('GET', `/v2/jobs?limit=${BACKLOG}`, { key, as: 'job_list' })).body.jobs

verifies(
  'IMG-8-6',
  'a job of an Agency plan is done before the backlog that was there before it',
  async () => {
    const { key: noisy } = await newTenant()
    const agency = keyOf('agency')
    // A lane's functions have one cold start, which is not part of the comparison.
    await ended((await generate(draft, { key: agency })).body.job_id, { key: agency })
    await Promise.all(Array.from({ length: BACKLOG }, () => generate(slow, { key: noisy })))
    const { body: first } = await generate(draft, { key: agency })
    const { job } = await ended(first.job_id, { key: agency })
    expect(job.state).toBe('completed')
    const backlog = await jobsOf(noisy)
    expect(backlog).toHaveLength(BACKLOG)
    const endedBefore = ({ completed_at }: Job, time: string) => completed_at !== null && completed_at < time
    const waiting = backlog.filter((each) => !endedBefore(each, job.created_at))
    expect(waiting.length).toBeGreaterThan(3)
    // With a single lane all of them would end before it, except those drawn at the same time.
    const served = waiting.filter((each) => endedBefore(each, String(job.completed_at)))
    expect(served.length).toBeLessThan(waiting.length / 2)
    await Promise.all(
      backlog.map(({ job_id }) => call('DELETE', `/v2/jobs/${job_id}`, { key: noisy, as: 'job_delete' })),
    )
  },
  120_000,
)

test('a job of an Agency plan whose message was lost is sent again, into its own lane', async () => {
  const agency = keyOf('agency')
  await outage({ function: 'imagegen-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  const { body } = await generate(draft, { key: agency })
  await endOutages()
  expect((await call<Job>('GET', `/v2/jobs/${body.job_id}`, { key: agency, as: 'job_get' })).body.state).toBe('queued')
  await advance(2 * 60_000)
  expect((await ended(body.job_id, { key: agency })).job.state).toBe('completed')
})
