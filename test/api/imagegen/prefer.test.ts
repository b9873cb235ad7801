import type { Job } from '@signet/image-schemas/job'
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, call, newAddress } from '../../support/api.ts'
import { endOutages, outage } from '../../support/control.ts'
import { ended, generate } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { startReceiver } from '../../support/receiver.ts'

afterEach(endOutages)

const applied = ({ headers }: Answer<unknown>) => headers.get('preference-applied')
const timed = async <T>(run: () => Promise<T>): Promise<readonly [T, number]> => {
  const started = performance.now()
  return [await run(), performance.now() - started]
}

/** A job that stays queued: its message is lost, and the sweeper comes by after a minute. */
const waiting = async (body: object, caller: { from?: string; key?: string }) => {
  await outage({ function: 'imagegen-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  try {
    return await timed(() => generate({ prompt: 'x', quality_tier: 'draft', ...body }, caller))
  } finally {
    await endOutages()
  }
}

describe('POST /v2/generate with Prefer', () => {
  test('wait=N answers 201 as soon as the image is there, whatever the tier', async () => {
    const { key } = await newTenant()
    const headers = { prefer: 'wait=20' }
    const answer = await generate({ prompt: 'a fox', quality_tier: 'premium' }, { key, headers })
    expect([answer.status, applied(answer), answer.body.state]).toEqual([201, 'wait=20', 'completed'])
    expect(answer.headers.get('vary')).toBe('Prefer')
  })

  test('wait=N answers 202 with Location and Retry-After when N seconds were not enough', async () => {
    const from = newAddress()
    const [answer, ms] = await waiting({}, { from, headers: { prefer: 'wait=1' } } as never)
    expect([answer.status, applied(answer), answer.body.state]).toEqual([202, 'wait=1', 'queued'])
    expect(answer.headers.get('location')).toContain(`/v2/jobs/${answer.body.job_id}`)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(ms).toBeGreaterThan(500)
    expect(ms).toBeLessThan(8_000)
  })

  test('respond-async answers 202 at once where waiting is the default', async () => {
    const answer = await generate(
      { prompt: 'a fox', quality_tier: 'draft' },
      { from: newAddress(), headers: { prefer: 'respond-async' } },
    )
    expect([answer.status, applied(answer)]).toEqual([202, 'respond-async'])
  })

  test('sync in the body wins, and says so by not applying the preference', async () => {
    const body = { prompt: 'a fox', quality_tier: 'draft' }
    const async = await generate({ ...body, sync: false }, { from: newAddress(), headers: { prefer: 'wait=20' } })
    expect([async.status, applied(async)]).toEqual([202, null])
    const sync = await generate({ ...body, sync: true }, { from: newAddress(), headers: { prefer: 'respond-async' } })
    expect([sync.status, applied(sync)]).toEqual([201, null])
  })

  test.each(['wait=', 'wait=soon', 'wait=-1', ';;;', 'wait=0', 'respond-async=maybe', '"'])(
    '%s is ignored, never an error',
    async (prefer) => {
      const answer = await generate(
        { prompt: 'a fox', quality_tier: 'draft' },
        { from: newAddress(), headers: { prefer } },
      )
      expect([answer.status, applied(answer)]).toEqual([201, null])
    },
  )

  test('wait=N beyond 25 is cut to 25', async () => {
    const answer = await generate(
      { prompt: 'a fox', quality_tier: 'draft' },
      { from: newAddress(), headers: { prefer: 'wait=600' } },
    )
    expect([answer.status, applied(answer)]).toEqual([201, 'wait=25'])
  })
})

describe('GET /v2/jobs/:id with Prefer: wait=N', () => {
  const get = (id: string, from: string, prefer?: string) =>
    call<Job>('GET', `/v2/jobs/${id}`, { from, ...(prefer ? { headers: { prefer } } : {}), as: 'job_get' })

  test('answers once the job has ended', async () => {
    const from = newAddress()
    const { body } = await generate({ prompt: 'a fox', quality_tier: 'draft', sync: false }, { from })
    const answer = await get(body.job_id, from, 'wait=20')
    expect([answer.status, answer.body.state, applied(answer)]).toEqual([200, 'completed', 'wait=20'])
    const [again, ms] = await timed(() => get(body.job_id, from, 'wait=20'))
    expect([again.body.state, ms < 2_000]).toEqual(['completed', true])
    expect(applied(await get(body.job_id, from))).toBeNull()
  })

  test('answers the job as it stands when N seconds have passed', async () => {
    const from = newAddress()
    const [{ body }] = await waiting({ sync: false }, { from })
    const [answer, ms] = await timed(() => get(body.job_id, from, 'wait=1'))
    expect([answer.status, answer.body.state, applied(answer)]).toEqual([200, 'queued', 'wait=1'])
    expect(ms).toBeGreaterThan(500)
  })
})

describe('deadline_seconds', () => {
  test('ends a job at its time that nobody has begun, at no cost; a caller who waits is told with 504', async () => {
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

  test('is seen by whoever looks at the job, and in the list, from its time on', async () => {
    for (const look of ['get', 'list'] as const) {
      const { key } = await newTenant()
      const [{ body: accepted }] = await waiting({ deadline_seconds: 1, sync: false }, { key })
      const left = new Date(String(accepted.deadline_at)).getTime() - new Date(accepted.created_at).getTime()
      expect([accepted.state, left]).toEqual(['queued', 1_000])
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      const list = async () =>
        (await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key, as: 'job_list' })).body.jobs.find(
          ({ job_id }) => job_id === accepted.job_id,
        )
      const seen = look === 'list' ? await list() : (await ended(accepted.job_id, { key })).job
      expect(seen).toMatchObject({ state: 'failed', error_code: 'deadline_exceeded' })
    }
  })

  test('that is missed is announced to the webhook of the job', async () => {
    const { key } = await newTenant()
    const receiver = await startReceiver()
    try {
      const body = { deadline_seconds: 1, sync: false, webhook_url: receiver.url }
      const [{ body: accepted }] = await waiting(body, { key })
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      expect((await ended(accepted.job_id, { key })).job.error_code).toBe('deadline_exceeded')
      const [notification] = await receiver.until(1)
      expect(JSON.parse(notification?.body ?? '')).toMatchObject({
        type: 'job.failed',
        data: { job_id: accepted.job_id, error_code: 'deadline_exceeded' },
      })
    } finally {
      await receiver.close()
    }
  })

  test('says nothing about a job that was begun in time', async () => {
    const answer = await generate(
      { prompt: 'a fox', quality_tier: 'draft', deadline_seconds: 60, sync: true },
      { from: newAddress() },
    )
    expect([answer.status, answer.body.state]).toEqual([201, 'completed'])
  })

  test.each([0, -1, 1.5, 86_401, '60'])('%j is refused with the name of the field', async (deadline_seconds) => {
    const { status, body } = await generate({ prompt: 'x', deadline_seconds }, { from: newAddress() })
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'deadline_seconds' }] }])
  })
})
