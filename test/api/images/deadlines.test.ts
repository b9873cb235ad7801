import type { Job } from '@signet/imaging/schemas/job'
import { describe, expect, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'
import { atLaterTime } from '../../support/control.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { startReceiver } from '../../support/receiver.ts'
import { waiting } from './waiting-jobs.ts'

describe('deadline_seconds', () => {
  test('ends an unstarted job on time and at no cost; a waiting caller gets 504', async () => {
    const { key, tenantId } = await newTenant()
    const [answer, ms] = await waiting({ deadline_seconds: 1, sync: true }, { key })
    expect([answer.status, answer.body]).toMatchObject([
      504,
      { code: 'deadline_exceeded', job: { state: 'failed', error_code: 'deadline_exceeded' } },
    ])
    expect(ms).toBeGreaterThan(500)
    const usage = await call<{ balance: number; held: number }>('GET', `/v2/tenants/${tenantId}/usage`, {
      key,
      as: 'getTenantUsage',
    })
    expect(usage.body).toMatchObject({ balance: 50, held: 0 })
  })

  test('applies in every read of the job and in the list, from its time', async () => {
    for (const operation of ['get', 'list'] as const) {
      const { key } = await newTenant()
      const [{ body: accepted }] = await waiting({ deadline_seconds: 60, sync: false }, { key })
      const remainingMs = new Date(String(accepted.deadline_at)).getTime() - new Date(accepted.created_at).getTime()
      expect([accepted.state, remainingMs]).toEqual(['queued', 60_000])
      const list = async () =>
        (await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })).body.jobs.find(
          ({ job_id }) => job_id === accepted.job_id,
        )
      const get = async () => (await waitForEnd(accepted.job_id, { key })).job
      const current = await atLaterTime(61_000, operation === 'list' ? list : get)
      expect(current).toMatchObject({ state: 'failed', error_code: 'deadline_exceeded' })
    }
  })

  test("sends the job's webhook when missed", async () => {
    const { key } = await newTenant()
    const receiver = await startReceiver()
    try {
      const body = { deadline_seconds: 60, sync: false, webhook_url: receiver.url }
      const [{ body: accepted }] = await waiting(body, { key })
      const [notification] = await atLaterTime(61_000, async () => {
        expect((await waitForEnd(accepted.job_id, { key })).job.error_code).toBe('deadline_exceeded')
        return receiver.until(1)
      })
      expect(JSON.parse(notification?.body ?? '')).toMatchObject({
        type: 'job.failed',
        data: { job_id: accepted.job_id, error_code: 'deadline_exceeded' },
      })
    } finally {
      await receiver.close()
    }
  })

  test('has no effect on a job that began in time', async () => {
    const answer = await generate(
      { prompt: 'a fox', quality_tier: 'draft', deadline_seconds: 60, sync: true },
      { from: newAddress() },
    )
    expect([answer.status, answer.body.state]).toEqual([201, 'completed'])
  })

  test.each([0, -1, 1.5, 86_401, '60'])('%j is refused, naming the field', async (deadline_seconds) => {
    const { status, body } = await generate({ prompt: 'x', deadline_seconds }, { from: newAddress() })
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'deadline_seconds' }] }])
  })
})
