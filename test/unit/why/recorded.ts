import type { RawLine } from '../../../lib/why/log-line.ts'

export const JOB = '01a21482-a6bb-7375-a236-bd77eb9bf95d'
export const OTHER_JOB = '01a21482-a6bb-7375-a236-000000000000'
export const REQUEST = '047e66f9-70e8-4dc7-abb0-76ac2e7f8bc0'
export const TRACE = '6b074c74047e66f970e84dc7abb076ac'
export const TENANT = '01a21482-27f5-730e-892c-5205cbd1a517'
export const CAUSE = { request_id: REQUEST, trace_id: TRACE, tenant_id: TENANT }

const START = Date.parse('2026-11-25T21:00:36.000Z')

/** A line of the platform's log, the given milliseconds after the first. */
export const platformLine = (ms: number, fn: string, message: string, fields: object = {}): RawLine => {
  const time = new Date(START + ms).toISOString()
  const level = (fields as { level?: string }).level ?? 'info'
  return {
    at: START + ms + 3,
    fn: `signet-prod-${fn}Logs`,
    text: JSON.stringify({ time, level, message, function: fn, requestId: `run-${fn}`, ...fields }),
  }
}

/** A line about the job. */
export const jobLine = (ms: number, fn: string, message: string, fields: object = {}): RawLine =>
  platformLine(ms, fn, message, { ...CAUSE, job_id: JOB, ...fields })

export const ACCEPTED_LINE = jobLine(0, 'images-api', 'job accepted', { tier: 'draft', model: 'sdxl-lightning' })
export const ANSWERED_LINE = jobLine(9, 'images-api', 'request', {
  method: 'POST',
  path: '/v2/generate',
  status: 202,
  ms: 9,
  operation: 'job_generate',
  caller: 'key',
})
export const STARTED_LINE = jobLine(40, 'images-dispatch', 'job started', { message_id: 'm-1' })
export const PAINTED_LINE = jobLine(900, 'images-paint', 'job painted', {
  model: 'sdxl-lightning',
  painter: 'offline',
})

/** Creates a source of recorded lines. */
export const recordedSource = (lines: readonly RawLine[]) => ({
  searched: 'the recorded lines',
  search: async (texts: readonly string[]) =>
    lines.filter((line) => texts.some((text) => JSON.stringify(line).includes(text))),
})
