import { describe, expect, it } from 'vitest'
import type { RawLine } from '../../../lib/why/log-line.ts'
import { linesFor } from '../../../lib/why/log-source.ts'
import { renderStory, storyJson } from '../../../lib/why/render-story.ts'
import { type Story, storyOf } from '../../../lib/why/story.ts'
import {
  ACCEPTED_LINE,
  ANSWERED_LINE,
  CAUSE,
  JOB,
  jobLine,
  OTHER_JOB,
  PAINTED_LINE,
  platformLine,
  REQUEST,
  recordedSource,
  STARTED_LINE,
  TENANT,
  TRACE,
} from './recorded.ts'

const storyFor = async (id: string, lines: readonly RawLine[]): Promise<Story | undefined> =>
  storyOf(id, await linesFor(recordedSource(lines), id))

const warning = { level: 'warn' }
const deadlineFields = { error_code: 'deadline_exceeded', error: undefined }
const failedJobLine = (fn: string, from: string, more: object = {}) =>
  jobLine(2_000, fn, 'job failed', { ...warning, from, error_code: 'internal', error: 'Please try again', ...more })

describe('history of a job', () => {
  it('a completed job has no failed step; polls and other jobs are excluded', async () => {
    const poll = jobLine(500, 'images-api', 'request', { method: 'GET', path: `/v2/jobs/${JOB}`, status: 200 })
    const other = platformLine(20, 'images-paint', 'job painted', { ...CAUSE, job_id: OTHER_JOB })
    const complete = jobLine(1_200, 'images-encode', 'job completed')
    const story = await storyFor(JOB, [complete, PAINTED_LINE, ACCEPTED_LINE, poll, other, STARTED_LINE, ANSWERED_LINE])
    expect(story).toMatchObject({ kind: 'job', id: JOB, state: 'completed', tenant: TENANT, request: REQUEST })
    expect([story?.step, story?.reason, story?.trace]).toEqual([undefined, undefined, TRACE])
    expect(story?.lines.map(({ message }) => message)).toEqual([
      'job accepted',
      'request',
      'job started',
      'job painted',
      'job completed',
    ])
  })

  it.each([
    [
      'dispatch',
      'internal; Please try again; ThrottlingException: slow down',
      [
        jobLine(50, 'images-dispatch', 'job not started', {
          level: 'error',
          tries: 2,
          error: { name: 'ThrottlingException', message: 'slow down' },
        }),
        failedJobLine('images-sweep', 'queued'),
      ],
    ],
    [
      'paint',
      'provider_unavailable; Please try again; vendor error http_503',
      [
        STARTED_LINE,
        jobLine(900, 'images-paint', 'provider call failed', { ...warning, code: 'x', vendor_code: 'http_503' }),
        failedJobLine('images-settle', 'processing', { error_code: 'provider_unavailable' }),
      ],
    ],
    [
      'paint',
      'internal; Please try again; Runtime.ExitError: exit status 1',
      [
        STARTED_LINE,
        jobLine(1_900, 'images-settle', 'step failed', {
          level: 'error',
          failure: { Error: 'Runtime.ExitError', Cause: '{"errorMessage":"exit status 1"}' },
        }),
        failedJobLine('images-settle', 'queued'),
      ],
    ],
    ['dispatch', 'deadline_exceeded', [STARTED_LINE, failedJobLine('images-settle', 'queued', { ...deadlineFields })]],
    [
      'encode',
      'encode_failed; Please try again; threw EncodingRefused: encode_failed: no image',
      [
        STARTED_LINE,
        PAINTED_LINE,
        jobLine(950, 'images-encode', 'working'),
        {
          ...platformLine(1_000, 'images-encode', ''),
          run: 'run-images-encode',
          text: 'Invoke Error \t{"errorType":"EncodingRefused","errorMessage":"encode_failed: no image"}',
        },
        failedJobLine('images-settle', 'encoding', { error_code: 'encode_failed' }),
      ],
    ],
    [
      'settle',
      'internal; Please try again; threw ValidationException: no',
      [
        STARTED_LINE,
        jobLine(1_000, 'images-settle', 'step failed', { level: 'error', failure: { Error: 'TypeError' } }),
        {
          at: Date.parse('2026-11-25T21:00:37.100Z'),
          fn: 'images-settle',
          run: 'run-images-settle',
          text: JSON.stringify({
            timestamp: '2026-11-25T21:00:37.100Z',
            level: 'ERROR',
            requestId: 'run-images-settle',
            errorType: 'ValidationException',
            errorMessage: 'no',
            stackTrace: [],
          }),
        },
        failedJobLine('images-sweep', 'processing'),
      ],
    ],
  ] as const)('a failure in %s has the reason %s', async (step, reason, lines) => {
    const story = await storyFor(JOB, [ACCEPTED_LINE, ANSWERED_LINE, ...lines])
    expect(story).toMatchObject({ step, reason, tenant: TENANT, request: REQUEST, trace: TRACE })
    expect(story?.state).toBe(step === 'encode' ? 'failed_encoding' : 'failed')
  })

  it('an open job has its current step, with the error', async () => {
    const unqueued = jobLine(8, 'images-api', 'job not queued; left to the sweeper', {
      level: 'error',
      error: { name: 'Error', message: 'no queue' },
    })
    expect(await storyFor(JOB, [ACCEPTED_LINE, ANSWERED_LINE, unqueued])).toMatchObject({
      state: 'open',
      step: 'dispatch',
      reason: 'Error: no queue',
    })
    expect(await storyFor(JOB, [ACCEPTED_LINE, STARTED_LINE])).toMatchObject({
      state: 'open',
      step: 'paint',
      reason: undefined,
    })
    expect(await storyFor(JOB, [ACCEPTED_LINE, STARTED_LINE, PAINTED_LINE])).toMatchObject({
      state: 'open',
      step: 'encode',
    })
    const failedSettle = jobLine(90, 'images-settle', 'step failed', { level: 'error', failure: { Error: 'E' } })
    expect(await storyFor(JOB, [ACCEPTED_LINE, STARTED_LINE, failedSettle])).toMatchObject({
      state: 'open',
      step: 'paint',
    })
  })

  it('a job whose webhook receiver does not answer is completed, and its notification is found by its own id', async () => {
    const notification = { webhook_id: `msg_${JOB.replaceAll('-', '')}` }
    const story = await storyFor(notification.webhook_id, [
      ACCEPTED_LINE,
      jobLine(1_200, 'images-encode', 'job completed'),
      jobLine(1_300, 'images-notify', 'webhook receiver not reached', { ...notification, reason: 'blocked' }),
      jobLine(1_301, 'images-notify', 'webhook attempted', { ...notification, attempt: 1, state: 'failed' }),
    ])
    expect(story).toMatchObject({ kind: 'job', id: JOB, state: 'completed', step: 'webhook' })
    expect(story).toMatchObject({ reason: 'blocked at attempt 1, given up', query: { kind: 'notification' } })
  })
})

describe('history of other ids', () => {
  const requestWithStatus = (status: number, more: object) =>
    platformLine(0, 'images-api', 'request', { ...CAUSE, method: 'POST', path: '/v2/generate', status, ms: 3, ...more })

  it('a request, trace, message or run of a step leads to the history of the job', async () => {
    const lines = [ACCEPTED_LINE, ANSWERED_LINE, STARTED_LINE, failedJobLine('images-settle', 'processing')]
    for (const [id, kind] of [
      [REQUEST, 'request'],
      [TRACE, 'trace'],
      ['m-1', 'message'],
      ['run-images-dispatch', 'run of a function'],
    ] as const) {
      expect(await storyFor(id, lines), id).toMatchObject({
        kind: 'job',
        id: JOB,
        state: 'failed',
        query: { kind, id },
      })
    }
  })

  it('a refused request has the step admission, the code and the fields', async () => {
    const story = await storyFor(REQUEST, [
      requestWithStatus(400, { code: 'invalid_input', fields: ['prompt', 'seed'] }),
    ])
    expect(story).toMatchObject({ kind: 'request', state: 'refused', step: 'admission', tenant: TENANT })
    expect(story?.reason).toBe('invalid_input: prompt, seed (HTTP 400)')
    expect((await storyFor(REQUEST, [requestWithStatus(429, { code: 'rate_limited' })]))?.reason).toBe(
      'rate_limited (HTTP 429)',
    )
  })

  it('a failed request has its function as step, and the fault', async () => {
    const fault = platformLine(1, 'images-api', 'fault', {
      ...CAUSE,
      level: 'error',
      error: { name: 'Error', message: 'no' },
    })
    const story = await storyFor(REQUEST, [fault, requestWithStatus(500, {})])
    expect(story).toMatchObject({ state: 'failed', step: 'images-api', reason: 'HTTP 500; Error: no' })
  })

  it('an import has its last failure', async () => {
    const importFields = { tenant_id: TENANT, import_id: 'imp-1', trace_id: TRACE }
    const error = { name: 'Error', message: 'the bucket is away' }
    const lines = [
      platformLine(5, 'archive-ingest', 'import could not be continued', { ...importFields, level: 'error', error }),
    ]
    const story = await storyFor('imp-1', lines)
    expect(story).toMatchObject({ kind: 'import', state: 'failed', step: 'archive-ingest', tenant: TENANT })
    expect(story?.reason).toBe('Error: the bucket is away')
    const later = platformLine(90, 'archive-ingest', 'import claimed by another worker', importFields)
    expect((await storyFor('imp-1', [...lines, later]))?.state).toBe('continued after a failure')
  })

  it('an id without a line has no history', async () => {
    expect(await storyFor('nobody', [ACCEPTED_LINE])).toBeUndefined()
  })
})

describe('rendered history', () => {
  const lines = [ACCEPTED_LINE, ANSWERED_LINE, STARTED_LINE, failedJobLine('images-settle', 'processing')]

  it('the text has a header, then lines with the time since the first', async () => {
    const story = await storyFor(REQUEST, lines)
    expect(renderStory(story as Story)).toBe(`job ${JOB}
  query     request ${REQUEST}
  state     failed
  step      paint
  reason    internal; Please try again
  tenant    ${TENANT}
  request   ${REQUEST}
  trace     ${TRACE}
  began     2026-11-25T21:00:36.000Z

21:00:36.000       +0 ms  info   images-api       job accepted  tier=draft model=sdxl-lightning
21:00:36.009       +9 ms  info   images-api       request  POST /v2/generate 202 in 9 ms operation=job_generate
21:00:36.040      +40 ms  info   images-dispatch  job started
21:00:38.000    +2000 ms  warn   images-settle    job failed  from=processing error_code=internal error=Please try again
`)
  })

  it('the JSON has the same content', async () => {
    const story = JSON.parse(storyJson((await storyFor(JOB, lines)) as Story))
    expect(story).toMatchObject({ kind: 'job', id: JOB, state: 'failed', step: 'paint', request: REQUEST })
    expect(story.lines[3]).toMatchObject({ time: '2026-11-25T21:00:38.000Z', level: 'warn', fn: 'images-settle' })
  })
})
