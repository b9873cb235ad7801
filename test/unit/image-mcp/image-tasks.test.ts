import { type TaskState, ToolFailure } from '@signet/mcp'
import { describe, expect, it } from 'vitest'
import { imageTasks } from '../../../lambdas/image-mcp/tools/image-tasks.ts'
import { contextFor } from '../../support/sample-tool.ts'
import { imageWorld, job, pending, type SiblingRequest } from './image-world.ts'

type Reply = { readonly status: number; readonly body: unknown }

const worldOf = (answer: (siblingRequest: SiblingRequest) => Reply | undefined) => {
  const { deps, requests } = imageWorld(answer)
  const tasks = imageTasks(deps)
  return {
    requests,
    get: (id: string) => tasks.get(id, contextFor()),
    cancel: (id: string) => tasks.cancel(id, contextFor()),
  }
}

const taskStateOf = (body: object): Promise<TaskState | undefined> =>
  worldOf(() => ({ status: 200, body })).get(job.job_id)

const refused = (status: number, code: string): Reply => ({ status, body: { error: `It is ${code}`, code } })

describe('jobs as tasks', () => {
  it.each(['queued', 'processing', 'encoding'])(
    'a %s job is working and reports whether it can be canceled',
    async (state) => {
      expect(await taskStateOf({ ...pending, state })).toMatchObject({
        id: job.job_id,
        status: 'working',
        message: expect.stringContaining(state === 'queued' ? 'can still be canceled' : 'can no longer be canceled'),
        createdAt: job.created_at,
        updatedAt: job.created_at,
        ttlMs: 30 * 86_400_000,
        pollMs: 3000,
      })
    },
  )

  it('a completed job has the result of the tool', async () => {
    expect(await taskStateOf(job)).toMatchObject({
      status: 'completed',
      updatedAt: job.completed_at,
      outcome: {
        output: { job_id: job.job_id },
        pictures: [{}],
        links: [{}],
        text: expect.stringContaining('completed'),
      },
    })
  })

  const failed = { ...job, state: 'failed', asset_url: null, error: 'It is so' }

  it.each([
    ['content_rejected', 'CONTENT_REJECTED'],
    ['invalid_source', 'CONTENT_REJECTED'],
    ['provider_timeout', 'GENERATION_FAILED'],
  ])('a job that ended with %s is completed with the failure %s', async (error_code, code) => {
    const state = await taskStateOf({ ...failed, error_code })
    const outcome = state?.status === 'completed' ? state.outcome : undefined
    expect(outcome).toBeInstanceOf(ToolFailure)
    expect(outcome).toMatchObject({ body: { code, message: 'It is so', hint: expect.stringMatching(/\w/) } })
  })

  it('a job that ended with an internal error is failed', async () => {
    const state = await taskStateOf({ ...failed, error_code: 'internal' })
    expect(state).toMatchObject({ status: 'failed', message: expect.stringContaining('Nothing was charged') })
  })

  it('an absent job or a malformed id is not a task', async () => {
    const { get, cancel, requests } = worldOf(() => refused(404, 'not_found'))
    expect([await get(job.job_id), await cancel(job.job_id)]).toEqual([undefined, false])
    expect(requests).toHaveLength(2)
    expect([await get('../tenants'), await cancel('..')]).toEqual([undefined, false])
    expect(requests).toHaveLength(2)
  })

  it('throws if the image service does not respond', async () => {
    await expect(worldOf(() => refused(503, 'unavailable')).get(job.job_id)).rejects.toThrow('unavailable')
  })
})

describe('cancellation of tasks', () => {
  const cancelling = async (state: string, removal: Reply) => {
    const body = { ...pending, state }
    const { cancel, requests } = worldOf(({ method }) => (method === 'DELETE' ? removal : { status: 200, body }))
    const isDone = await cancel(job.job_id).catch((error: Error) => error.message)
    return { isDone, removals: requests.filter(({ method }) => method === 'DELETE') }
  }

  it.each(['processing', 'encoding', 'completed', 'failed'])('leaves a job that is %s unchanged', async (state) => {
    expect(await cancelling(state, refused(500, 'internal'))).toEqual({ isDone: true, removals: [] })
  })

  it.each([
    ['started in the meantime', refused(409, 'job_begun')],
    ['deleted in the meantime', refused(404, 'not_found')],
  ])('acknowledges a job that has %s', async (_, removal) => {
    const { isDone, removals } = await cancelling('queued', removal)
    expect([isDone, removals.length]).toEqual([true, 1])
  })

  it('deletes a queued job only while it is queued', async () => {
    const { removals } = await cancelling('queued', refused(409, 'job_begun'))
    expect(removals[0]?.query).toEqual({ state: 'queued' })
  })

  it('throws if the image service does not respond', async () => {
    expect((await cancelling('queued', refused(503, 'unavailable'))).isDone).toContain('unavailable')
  })
})
