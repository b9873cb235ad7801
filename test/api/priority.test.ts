import { expect, test } from 'vitest'
import type { Job } from '../../lambdas/imagegen/contract/job.ts'
import { verifies } from '../spec/verifies.ts'
import { call, keyOf } from '../support/api.ts'
import { advance, endOutages, outage } from '../support/control.ts'
import { ended, generate } from '../support/jobs.ts'
import { newTenant } from '../support/keys.ts'

const BACKLOG = 16

const draft = { prompt: 'a lighthouse', quality_tier: 'draft', sync: false, seed: 1 } as const

const jobsOf = async (key: string): Promise<Job[]> =>
  (await call<{ jobs: Job[] }>('GET', `/v2/jobs?limit=${BACKLOG}`, { key, as: 'job_list' })).body.jobs

verifies(
  'IMG-8-6',
  'a job of an Agency plan is done before the backlog that was there before it',
  async () => {
    const { key: noisy } = await newTenant()
    await Promise.all(Array.from({ length: BACKLOG }, () => generate(draft, { key: noisy })))
    const agency = keyOf('agency')
    const { body: first } = await generate(draft, { key: agency })
    expect((await ended(first.job_id, { key: agency })).job.state).toBe('completed')
    const backlog = await jobsOf(noisy)
    expect(backlog).toHaveLength(BACKLOG)
    // In one lane only the last few, which are painted beside it, could still be open.
    expect(backlog.filter(({ state }) => state === 'completed').length).toBeLessThan(10)
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
