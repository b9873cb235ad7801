import type { Job } from '@signet/imaging/schemas/job'
import { describe, expect, test } from 'vitest'
import { type Answer, call, newAddress } from '../../support/api.ts'
import { generate } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { timed, waiting } from './waiting-jobs.ts'

const applied = ({ headers }: Answer<unknown>) => headers.get('preference-applied')
describe('POST /v2/generate with Prefer', () => {
  test('wait=N returns 201 as soon as the image is ready, on any tier', async () => {
    const { key } = await newTenant()
    const headers = { prefer: 'wait=20' }
    const answer = await generate({ prompt: 'a fox', quality_tier: 'premium' }, { key, headers })
    expect([answer.status, applied(answer), answer.body.state]).toEqual([201, 'wait=20', 'completed'])
    expect(answer.headers.get('vary')).toBe('Prefer')
  })

  test('wait=N returns 202 with Location and Retry-After after N seconds without an image', async () => {
    const from = newAddress()
    const [answer, ms] = await waiting({}, { from, headers: { prefer: 'wait=1' } } as never)
    expect([answer.status, applied(answer), answer.body.state]).toEqual([202, 'wait=1', 'queued'])
    expect(answer.headers.get('location')).toContain(`/v2/jobs/${answer.body.job_id}`)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(ms).toBeGreaterThan(500)
    expect(ms).toBeLessThan(8_000)
  })

  test('respond-async returns 202 at once on tiers that wait by default', async () => {
    const answer = await generate(
      { prompt: 'a fox', quality_tier: 'draft' },
      { from: newAddress(), headers: { prefer: 'respond-async' } },
    )
    expect([answer.status, applied(answer)]).toEqual([202, 'respond-async'])
  })

  test('sync in the body takes precedence, and the preference is not reported as applied', async () => {
    const body = { prompt: 'a fox', quality_tier: 'draft' }
    const async = await generate({ ...body, sync: false }, { from: newAddress(), headers: { prefer: 'wait=20' } })
    expect([async.status, applied(async)]).toEqual([202, null])
    const sync = await generate({ ...body, sync: true }, { from: newAddress(), headers: { prefer: 'respond-async' } })
    expect([sync.status, applied(sync)]).toEqual([201, null])
  })

  test.each(['wait=', 'wait=soon', 'wait=-1', ';;;', 'wait=0', 'respond-async=maybe', '"'])(
    '%s is ignored without an error',
    async (prefer) => {
      const answer = await generate(
        { prompt: 'a fox', quality_tier: 'draft' },
        { from: newAddress(), headers: { prefer } },
      )
      expect([answer.status, applied(answer)]).toEqual([201, null])
    },
  )

  test('wait=N beyond 25 is reduced to 25', async () => {
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

  test('returns once the job has ended', async () => {
    const from = newAddress()
    const { body } = await generate({ prompt: 'a fox', quality_tier: 'draft', sync: false }, { from })
    const answer = await get(body.job_id, from, 'wait=20')
    expect([answer.status, answer.body.state, applied(answer)]).toEqual([200, 'completed', 'wait=20'])
    const [again, ms] = await timed(() => get(body.job_id, from, 'wait=20'))
    expect([again.body.state, ms < 2_000]).toEqual(['completed', true])
    expect(applied(await get(body.job_id, from))).toBeNull()
  })

  test('returns the present job after N seconds', async () => {
    const from = newAddress()
    const [{ body }] = await waiting({ sync: false }, { from })
    const [answer, ms] = await timed(() => get(body.job_id, from, 'wait=1'))
    expect([answer.status, answer.body.state, applied(answer)]).toEqual([200, 'queued', 'wait=1'])
    expect(ms).toBeGreaterThan(500)
  })
})
