import { describe, expect, it } from 'vitest'
import { readLine } from '../../../lib/why/log-line.ts'

const at = Date.parse('2026-11-25T21:00:36.000Z')
const line = (text: string | object, more = {}) =>
  readLine({ at, fn: 'group', ...more, text: typeof text === 'string' ? text : JSON.stringify(text) })

describe('log line', () => {
  it('a line of the platform has its time, function and fields', () => {
    const time = '2026-11-25T21:00:35.000Z'
    expect(line({ time, level: 'warn', message: 'm', function: 'f', requestId: 'r', job_id: 'j' })).toEqual({
      at: at - 1_000,
      fn: 'f',
      run: 'r',
      level: 'warn',
      message: 'm',
      fields: { job_id: 'j' },
    })
  })

  it.each([
    ['in JSON', { timestamp: 'x', level: 'ERROR', requestId: 'r', errorType: 'TypeError', errorMessage: 'no' }],
    [
      'in JSON, as its message',
      { level: 'ERROR', requestId: 'r', message: { errorType: 'TypeError', errorMessage: 'no' } },
    ],
    ['as text', '2026-11-25 ERROR Invoke Error \t{"errorType":"TypeError","errorMessage":"no","stack":[]}'],
  ])('a thrown error that Lambda logs %s becomes an error line', (_, text) => {
    expect(line(text, { run: 'r' })).toMatchObject({ at, run: 'r', level: 'error', message: 'threw TypeError: no' })
  })

  it('a line of Lambda about a run is kept only if the run failed', () => {
    const report = (status: string) => ({ time: 'x', type: 'platform.report', record: { requestId: 'r', status } })
    expect(line(report('timeout'))).toMatchObject({ run: 'r', level: 'error', message: 'the run ended with timeout' })
    expect(line(report('success'))).toBeUndefined()
    expect(line({ time: 'x', type: 'platform.start', record: { requestId: 'r' } })).toBeUndefined()
    expect(line('REPORT RequestId: r Duration: 3 ms')).toBeUndefined()
    expect(line('r Task timed out after 3.00 seconds')).toMatchObject({ level: 'error' })
  })

  it('a line of a state machine reports why a job’s execution failed', () => {
    const execution_arn = 'arn:aws:states:eu-west-1:1:execution:Jobs:job-1'
    const event = { event_timestamp: String(at), execution_arn, details: { error: 'Unsettled', cause: 'job-1' } }
    expect(line({ ...event, type: 'ExecutionFailed' })).toMatchObject({
      at,
      fn: 'state machine',
      message: 'the execution failed',
      fields: { job_id: 'job-1', error: 'Unsettled' },
    })
    expect(line({ ...event, type: 'TaskStateEntered' })).toBeUndefined()
  })

  it('a metric is ignored, and text of an unknown form is kept', () => {
    expect(line({ _aws: {}, JobOutcome: 1 })).toBeUndefined()
    expect(line('{"cut')).toMatchObject({ level: 'info', message: '{"cut' })
    expect(line({ other: 1 })).toBeUndefined()
  })
})
