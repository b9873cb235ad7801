import type { Job } from '@signet/imaging/schemas/job'
import { afterEach, expect, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'
import { advance, endOutages, planOutage } from '../../support/control.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'

afterEach(endOutages)

test('a schedule fires at its time, and its function resends a lost job', async () => {
  const from = newAddress()
  await planOutage({ function: 'images-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  const { body } = await generate({ prompt: 'a lighthouse', quality_tier: 'draft', sync: false }, { from })
  await endOutages()
  const unsent = await call<Job>('GET', `/v2/jobs/${body.job_id}`, { from, as: 'job_get' })
  expect(unsent.body.state).toBe('queued')
  await advance(2 * 60_000)
  expect((await waitForEnd(body.job_id, { from })).job.state).toBe('completed')
})
