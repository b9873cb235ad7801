import { afterEach, expect, test } from 'vitest'
import { localLogs } from '../../../lib/why/local-logs.ts'
import { linesFor } from '../../../lib/why/log-source.ts'
import { type Story, storyOf } from '../../../lib/why/story.ts'
import { type Answer, call } from '../../support/api.ts'
import { endOutages, planOutage, runFunction } from '../../support/control.ts'
import { dropJobMessages, killPaintings } from '../../support/job-faults.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { pauses } from '../../support/pauses.ts'
import { startReceiver } from '../../support/receiver.ts'
import { testStack } from '../../support/test-stack.ts'

/** An emulator stores no log lines of functions here. */
const local = test.skipIf(testStack().kind !== 'local')

afterEach(endOutages)

const MINUTE = 60_000
const draft = { prompt: 'a drill', quality_tier: 'draft', sync: false } as const

/** The output of `npm run why` once the log lines are complete; they are written with a delay. */
const pollStory = async (id: string, isComplete: (story: Story) => boolean): Promise<Story> => {
  const until = Date.now() + 40_000
  const pause = pauses()
  for (;;) {
    const story = storyOf(id, await linesFor(localLogs(String(testStack().state)), id))
    if (story && isComplete(story)) return story
    if (Date.now() > until) throw new Error(`The story is ${JSON.stringify(story, null, 1)}`)
    await pause()
  }
}

/** The tenant and the request that caused the job. */
const causeOf = ({ headers }: Pick<Answer<unknown>, 'headers'>, tenant: string) => ({
  tenant,
  request: headers.get('x-request-id'),
  trace: expect.stringMatching(/^[0-9a-f]{32}$/),
})

local('the story of a refused request names admission and the field', async () => {
  const { key, tenantId } = await newTenant()
  const answer = await generate({ ...draft, prompt: '' }, { key })
  expect(answer.status).toBe(400)
  const story = await pollStory(String(answer.headers.get('x-request-id')), () => true)
  expect(story).toMatchObject({ kind: 'request', state: 'refused', step: 'admission', ...causeOf(answer, tenantId) })
  expect(story.reason).toBe('invalid_input: prompt (HTTP 400)')
})

local('a job that could not be started in time failed in dispatch', async () => {
  const { key, tenantId } = await newTenant()
  const plan = { service: 'states', operation: 'StartExecution', function: 'images-dispatch' } as const
  await planOutage({ ...plan, times: 100, status: 400, type: 'StateMachineDoesNotExist' })
  const answer = await generate({ ...draft, deadline_seconds: 60 }, { key })
  const { job_id: id } = answer.body
  await pollStory(id, ({ reason }) => reason !== undefined)
  await runFunction('images-sweep', { after: 2 * MINUTE })
  await waitForEnd(id, { key })
  const story = await pollStory(id, ({ state }) => state === 'failed')
  expect(story).toMatchObject({ kind: 'job', id, step: 'dispatch', ...causeOf(answer, tenantId) })
  expect(story.reason).toMatch(/^deadline_exceeded; .*StateMachineDoesNotExist/)
  await dropJobMessages()
})

local('a job whose painting died failed in paint', async () => {
  const { key, tenantId } = await newTenant()
  await killPaintings()
  const answer = await generate(draft, { key })
  const story = await pollStory(answer.body.job_id, ({ state }) => state === 'failed')
  expect(story).toMatchObject({ step: 'paint', ...causeOf(answer, tenantId) })
  expect(story.reason).toMatch(/^internal; .*Runtime\.ExitError/)
})

local('a job whose image could not be stored failed in encode, and its request leads to it', async () => {
  const { key, tenantId } = await newTenant()
  await planOutage({ service: 's3', operation: 'PUT', function: 'images-encode', times: 200, status: 403 })
  const answer = await generate(draft, { key })
  const { job_id: id } = answer.body
  await pollStory(id, ({ state }) => state === 'failed_encoding')
  const story = await pollStory(String(answer.headers.get('x-request-id')), () => true)
  expect(story).toMatchObject({ kind: 'job', id, state: 'failed_encoding', step: 'encode' })
  expect(story).toMatchObject({ query: { kind: 'request' }, ...causeOf(answer, tenantId) })
  expect(story.reason).toMatch(/403/)
})

local('a job that could not be settled is open in settle', async () => {
  const { key, tenantId } = await newTenant()
  await planOutage({
    service: 'dynamodb',
    function: 'images-settle',
    times: 200,
    status: 400,
    type: 'ValidationException',
  })
  await killPaintings()
  const answer = await generate(draft, { key })
  const story = await pollStory(answer.body.job_id, ({ step }) => step === 'settle')
  expect(story).toMatchObject({ state: 'open', ...causeOf(answer, tenantId) })
  expect(story.reason).toMatch(/ValidationException/)
})

local(
  'a job whose receiver fails is completed, and its notification is not; the receiver knows the request',
  async () => {
    const receiver = await startReceiver(() => ({ status: 503 }))
    try {
      const { key, tenantId } = await newTenant()
      const answer = await generate({ ...draft, webhook_url: receiver.url }, { key })
      const [notification] = await receiver.until(1)
      const headers: Readonly<Record<string, string | undefined>> = notification?.headers ?? {}
      const story = await pollStory(String(headers['webhook-id']), ({ step }) => step === 'webhook')
      const cause = causeOf(answer, tenantId)
      expect(story).toMatchObject({ kind: 'job', id: answer.body.job_id, state: 'completed', ...cause })
      expect(story.reason).toBe('HTTP 503 at attempt 1, will be retried')
      expect(headers).toMatchObject({
        'x-request-id': cause.request,
        traceparent: expect.stringContaining(`${story.trace}`),
      })
    } finally {
      await receiver.close()
    }
  },
)

local('a trace of the caller is that of every line, and leads to the job', async () => {
  const { key } = await newTenant()
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` }
  const { body } = await generate({ ...draft, sync: true }, { key, headers })
  const story = await pollStory(trace, ({ state }) => state === 'completed')
  expect(story).toMatchObject({ kind: 'job', id: body.job_id, trace, query: { kind: 'trace', id: trace } })
  expect(new Set(story.lines.map(({ fields }) => fields.trace_id))).toEqual(new Set([trace]))
  expect((await call('GET', `/v2/jobs/${body.job_id}`, { key, as: 'job_get' })).body).not.toHaveProperty('cause')
})
