import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Span, Trace } from '../../../lambdas/observe/contract/queries.ts'
import { localLogs } from '../../../lib/why/local-logs.ts'
import { linesFor } from '../../../lib/why/log-source.ts'
import { renderStory } from '../../../lib/why/render-story.ts'
import { storyOf } from '../../../lib/why/story.ts'
import { call } from '../../support/api.ts'
import { endOutages, planOutage, runFunction } from '../../support/control.ts'
import { newKey } from '../../support/credentials.ts'
import { dropJobMessages, killPaintings } from '../../support/job-faults.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { pauses } from '../../support/pauses.ts'
import { startReceiver } from '../../support/receiver.ts'
import { newUser } from '../../support/sessions.ts'
import { testStack } from '../../support/test-stack.ts'

/** An emulator has no subscription filters. */
const local = test.skipIf(testStack().kind !== 'local')

afterEach(endOutages)

interface Detail {
  readonly trace: Trace & { readonly services: readonly string[]; readonly has_error: boolean }
  readonly spans: readonly Span[]
}

/** A trace ID whose last 14 digits, which decide the sampling, are in every sample. */
const newTrace = (): string => `${randomBytes(9).toString('hex')}a${'0'.repeat(13)}`
const traced = (trace: string) => ({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })
const draft = { prompt: 'a lighthouse', quality_tier: 'draft', sync: false } as const

const getTrace = (session: string, trace: string) =>
  call<Detail>('GET', `/api/observe/internal/traces/${trace}`, { key: session, as: 'getInternalTrace' })

/** The trace, once all of these functions are in it. */
const pollTrace = async (session: string, trace: string, functions: readonly string[]): Promise<Detail> => {
  const until = Date.now() + 40_000
  const pause = pauses()
  for (;;) {
    const { status, body } = await getTrace(session, trace)
    if (status === 200 && functions.every((fn) => body.trace.services.includes(`internal:${fn}`))) return body
    if (Date.now() > until) throw new Error(`Of ${functions} there are ${status} ${JSON.stringify(body)}`)
    await pause()
  }
}

const JOB = ['images-api', 'images-dispatch', 'images-paint', 'images-encode', 'images-notify']

local('one job is followed from the API through queue, machine and webhook, as one tree', async () => {
  const { key, tenantId } = await newTenant()
  const { session } = await newUser()
  const receiver = await startReceiver()
  const trace = newTrace()
  const answer = await generate({ ...draft, webhook_url: receiver.url }, { key, headers: traced(trace) })
  await receiver.until(1)
  const { trace: shown, spans } = await pollTrace(session, trace, JOB)
  expect(shown).toMatchObject({ worker_name: 'internal:images-api', status: 'ok', has_error: false })
  const ids = new Set(spans.map(({ span_id }) => span_id))
  expect(ids.size).toBe(spans.length)
  const roots = spans.filter(({ parent_span_id: parent }) => parent === null)
  expect(roots.map(({ operation }) => operation)).toEqual(['job_generate'])
  for (const { parent_span_id: parent } of spans) expect(parent === null || ids.has(parent), String(parent)).toBe(true)
  const webhook = spans.find(({ operation }) => operation === 'webhook')
  expect(webhook).toMatchObject({
    service: 'internal:images-notify',
    attributes: { status: 204, job_id: answer.body.job_id },
  })
  // The receiver's span is below the call to it.
  expect(receiver.received[0]?.headers.traceparent).toBe(`00-${trace}-${webhook?.span_id}-01`)
  for (const { attributes, service } of spans) expect(attributes, service).toMatchObject({ tenant_id: tenantId })
  for (const about of [answer.body.job_id, String(answer.headers.get('x-request-id'))]) {
    const found = await call<{ traces: readonly Trace[] }>('GET', `/api/observe/internal/traces?about=${about}`, {
      key: session,
      as: 'listInternalTraces',
    })
    expect(
      found.body.traces.map(({ trace_id }) => trace_id),
      about,
    ).toEqual([trace])
  }
  // The command draws the same tree.
  const story = storyOf(answer.body.job_id, await linesFor(localLogs(String(testStack().state)), answer.body.job_id))
  const storySpanIds = story?.spans.map(({ id }) => id) ?? []
  // Further workers may have received the job in the meantime.
  for (const id of ids) expect(storySpanIds).toContain(id)
  const text = story && renderStory(story)
  for (const fn of JOB) expect(text).toMatch(new RegExp(`━.* ${fn} .*ok`))
  await receiver.close()
})

local(
  'the trace of a failed job contains the error, although the failed runs were killed and wrote no span',
  async () => {
    const { key, tenantId } = await newTenant()
    const { session } = await newUser()
    const trace = newTrace()
    await killPaintings()
    const answer = await generate({ ...draft, sync: true }, { key, headers: traced(trace) })
    expect(answer.status).toBe(502)
    const { job_id: id } = (answer.body as unknown as { job: { job_id: string } }).job
    const { trace: shown, spans } = await pollTrace(session, trace, ['images-api', 'images-settle'])
    expect(shown.has_error).toBe(true)
    const [failureSpan, ...others] = spans.filter(({ operation }) => operation === 'job_failed')
    expect([failureSpan, others]).toMatchObject([{ service: 'internal:images-settle', status: 'error' }, []])
    expect(failureSpan?.attributes).toMatchObject({
      tenant_id: tenantId,
      job_id: id,
      from: 'queued',
      error_code: 'internal',
    })
    expect(failureSpan?.attributes['error.message']).toMatch(/^internal: Runtime\.ExitError: /)
    expect(spans.map(({ span_id }) => span_id)).toContain(failureSpan?.parent_span_id)
    const story = storyOf(id, await linesFor(localLogs(String(testStack().state)), id))
    expect(story && renderStory(story)).toMatch(/━.* images-settle job_failed +error +internal: Runtime\.ExitError/)
  },
)

local('the trace of a run that failed and was retried contains the error', async () => {
  const { key } = await newTenant()
  const { session } = await newUser()
  const trace = newTrace()
  const plan = { service: 'states', operation: 'StartExecution', function: 'images-dispatch' } as const
  await planOutage({ ...plan, times: 1, status: 400, type: 'StateMachineDoesNotExist' })
  const { body } = await generate(draft, { key, headers: traced(trace) })
  const { trace: shown, spans } = await pollTrace(session, trace, ['images-api', 'images-dispatch'])
  expect(shown).toMatchObject({ status: 'ok', has_error: true })
  const failed = spans.filter(({ status }) => status === 'error')
  expect(failed).toMatchObject([{ service: 'internal:images-dispatch' }])
  expect(failed[0]?.attributes['error.message']).toMatch(/StateMachineDoesNotExist/)
  await runFunction('images-sweep', { after: 2 * 60_000 })
  expect((await waitForEnd(body.job_id, { key })).job.state).toBe('completed')
  await dropJobMessages()
})

local('only a signed-in operator sees internal traces, and an organization sees none among its own', async () => {
  const { session } = await newUser()
  const key = await newKey('platform', ['observe:read', 'observe:write'])
  for (const [path, as] of [
    ['summary', 'getInternalSummary'],
    ['traces', 'listInternalTraces'],
    [`traces/${newTrace()}`, 'getInternalTrace'],
  ] as const) {
    expect((await call('GET', `/api/observe/internal/${path}`, { as })).status, path).toBe(401)
    expect((await call('GET', `/api/observe/internal/${path}`, { key, as })).status, path).toBe(403)
  }
  expect((await getTrace(session, newTrace())).status).toBe(404)
  const own = await call<{ workers: unknown[] }>('GET', '/api/observe/summary', { key, as: 'getObserveSummary' })
  expect(own.body.workers).toEqual([])
})
