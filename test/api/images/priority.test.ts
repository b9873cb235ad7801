import type { Job } from '@signet/imaging/schemas/job'
import { expect, test } from 'vitest'
import { call, keyOf } from '../../support/api.ts'
import { endOutages, planOutage, runFunction } from '../../support/control.ts'
import { machineOfJob } from '../../support/job-faults.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'

const draft = { prompt: 'a lighthouse', quality_tier: 'draft', sync: false, seed: 1 } as const

test('jobs of an Agency plan and of another plan use separate state machines', async () => {
  const agency = keyOf('agency')
  const other = keyOf('pro')
  const machines: string[] = []
  for (const key of [agency, other]) {
    const { body } = await generate(draft, { key })
    await waitForEnd(body.job_id, { key })
    machines.push(await machineOfJob(body.job_id))
  }
  expect(machines).toEqual([expect.stringContaining('Priority'), expect.not.stringContaining('Priority')])
})

test('a job of an Agency plan whose message was lost is resent to its own lane', async () => {
  const agency = keyOf('agency')
  await planOutage({ function: 'images-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  const { body } = await generate(draft, { key: agency })
  await endOutages()
  expect((await call<Job>('GET', `/v2/jobs/${body.job_id}`, { key: agency, as: 'job_get' })).body.state).toBe('queued')
  await runFunction('images-sweep', { after: 2 * 60_000 })
  expect((await waitForEnd(body.job_id, { key: agency })).job.state).toBe('completed')
  expect(await machineOfJob(body.job_id)).toContain('Priority')
})
