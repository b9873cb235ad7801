import type { Job } from '@signet/imaging/schemas/job'
import { expect } from 'vitest'
import { type Answer, type Call, call } from './api.ts'
import { pauses } from './pauses.ts'

type Caller = Pick<Call, 'key' | 'from' | 'headers'>

export const generate = (body: object, caller: Caller): Promise<Answer<Job>> =>
  call<Job>('POST', '/v2/generate', { ...caller, body, as: 'job_generate' })

/** Returns a completed draft. Fails the test if the job does not complete. */
export const generateCompleted = async (body: object, caller: Caller): Promise<Job> => {
  const answer = await generate({ quality_tier: 'draft', ...body }, caller)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

const PATIENCE_MS = 40_000
const ENDED_STATES = ['completed', 'failed', 'failed_encoding']

/** Polls until the job has ended. Returns every state on the way. */
export const waitForEnd = async (
  id: string,
  caller: Caller,
  patienceMs = PATIENCE_MS,
): Promise<{ job: Job; states: string[] }> => {
  const states: string[] = []
  const pause = pauses()
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { body: job } = await call<Job>('GET', `/v2/jobs/${id}`, { ...caller, as: 'job_get' })
    if (states.at(-1) !== job.state) states.push(job.state)
    if (ENDED_STATES.includes(job.state)) return { job, states }
    if (Date.now() > deadline) throw new Error(`Job ${id} is still ${job.state} after ${patienceMs} ms`)
    await pause()
  }
}
