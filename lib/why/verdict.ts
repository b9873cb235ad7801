import { textField } from './line-ids.ts'
import type { LogLine } from './log-line.ts'

export interface Verdict {
  /** The final state: `completed`, `failed`, `refused`… or `open`. */
  readonly state: string
  /** The step that failed, or at which it is now; absent if nothing failed. */
  readonly step?: string | undefined
  readonly reason?: string | undefined
}

const lastOf = (lines: readonly LogLine[], message: string): LogLine | undefined =>
  lines.findLast((line) => line.message === message)

const STEPS_BY_STATE: Readonly<Record<string, string>> = { queued: 'dispatch', processing: 'paint', encoding: 'encode' }

const FUNCTIONS_BY_STEP: Readonly<Record<string, string>> = {
  dispatch: 'images-dispatch',
  paint: 'images-paint',
  encode: 'images-encode',
  settle: 'images-settle',
  webhook: 'images-notify',
}

/** An error of a function (`name`, `message`) or of Step Functions (`Error`, `Cause`). */
interface ErrorDescription {
  readonly name?: unknown
  readonly message?: unknown
  readonly Error?: unknown
  readonly Cause?: unknown
}

const causeText = (cause: unknown): string | undefined => {
  if (typeof cause !== 'string') return undefined
  try {
    const { errorMessage } = JSON.parse(cause) as { readonly errorMessage?: unknown }
    return typeof errorMessage === 'string' ? errorMessage : cause
  } catch {
    return cause
  }
}

const problemText = (line: LogLine): string => {
  const { error, failure, vendor_code } = line.fields
  if (typeof vendor_code === 'string') return `vendor error ${vendor_code}`
  const { name, message, Error: type, Cause: cause } = (error ?? failure ?? {}) as ErrorDescription
  if (type !== undefined) return [type, causeText(cause)].filter((text) => text).join(': ')
  if (message !== undefined) return `${String(name ?? 'Error')}: ${String(message)}`
  return line.message
}

const JOB_FAILURES = ['job failed', 'step failed']

/** Returns the newest problem of a step's function. A vendor's own code has precedence. */
const problemOf = (lines: readonly LogLine[], step: string): string | undefined => {
  const worker = FUNCTIONS_BY_STEP[step]
  const warnings = lines.filter(({ fn, level }) => (level === 'error' || level === 'warn') && fn === worker)
  const vendorWarning = warnings.findLast(({ fields }) => fields.vendor_code !== undefined)
  const problem = vendorWarning ?? warnings.findLast(({ message }) => !JOB_FAILURES.includes(message))
  return problem && problemText(problem)
}

const joined = (...parts: readonly (string | undefined)[]): string =>
  [...new Set(parts.filter((part) => part !== undefined))].join('; ')

/** Returns why the webhook of a job was not delivered; undefined if it was delivered or none is due. */
export const undeliveredReason = (lines: readonly LogLine[]): string | undefined => {
  const attempt = lastOf(lines, 'webhook attempted')
  if (attempt === undefined || attempt.fields.state === 'delivered') {
    const unattempted = attempt ? undefined : lastOf(lines, 'webhook not attempted')
    return unattempted && problemText(unattempted)
  }
  const { state, last_status, attempt: count } = attempt.fields
  const unreached = lastOf(lines, 'webhook receiver not reached')
  const outcome =
    last_status === undefined ? textOr(unreached?.fields.reason, 'no response') : `HTTP ${String(last_status)}`
  return `${outcome} at attempt ${String(count)}, ${state === 'pending' ? 'will be retried' : 'given up'}`
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

const STARTED = 'job started'
const PAINTED = 'job painted'

/**
 * Returns the step at which a job failed. If the paint step crashed before its first write, the job is still queued. A
 * job that exceeded its deadline failed while it waited.
 */
const failedStepOf = (lines: readonly LogLine[], previousState: string, code: string | undefined): string => {
  const wasPainting = previousState === 'queued' && code !== 'deadline_exceeded' && lastOf(lines, STARTED) !== undefined
  return wasPainting ? 'paint' : (STEPS_BY_STATE[previousState] ?? 'settle')
}

const failedVerdict = (lines: readonly LogLine[], failed: LogLine): Verdict => {
  const previousState = textField(failed, 'from') ?? ''
  const unsettled = failed.fn === 'images-settle' ? undefined : problemOf(lines, 'settle')
  const code = textField(failed, 'error_code')
  const step = unsettled === undefined ? failedStepOf(lines, previousState, code) : 'settle'
  const givenUp = lastOf(lines, 'step failed')
  const summary = joined(code, textField(failed, 'error'))
  const state = previousState === 'encoding' ? 'failed_encoding' : 'failed'
  return {
    state,
    step,
    reason: joined(summary, unsettled ?? problemOf(lines, step) ?? (givenUp && problemText(givenUp))),
  }
}

const openVerdict = (lines: readonly LogLine[]): Verdict => {
  const unsettled = problemOf(lines, 'settle')
  if (unsettled !== undefined) return { state: 'open', step: 'settle', reason: unsettled }
  const step = lastOf(lines, PAINTED) ? 'encode' : lastOf(lines, STARTED) ? 'paint' : 'dispatch'
  const notQueued = lastOf(lines, 'job not queued; left to the sweeper')
  return { state: 'open', step, reason: problemOf(lines, step) ?? (notQueued && problemText(notQueued)) }
}

const jobVerdict = (lines: readonly LogLine[]): Verdict => {
  const failed = lastOf(lines, 'job failed')
  if (failed) return failedVerdict(lines, failed)
  if (!lastOf(lines, 'job completed')) return openVerdict(lines)
  const notification = undeliveredReason(lines)
  return notification === undefined
    ? { state: 'completed' }
    : { state: 'completed', step: 'webhook', reason: notification }
}

/** Returns the verdict on the last request in the lines: answered below 400, refused below 500, otherwise failed. */
const requestVerdict = (lines: readonly LogLine[]): Verdict | undefined => {
  const request = lastOf(lines, 'request')
  const status = Number(request?.fields.status)
  if (request === undefined || Number.isNaN(status)) return undefined
  if (status < 400) return { state: 'answered' }
  const { fields } = request.fields
  const code = textField(request, 'code') ?? `HTTP ${status}`
  const problemCode = Array.isArray(fields) ? `${code}: ${fields.join(', ')}` : code
  const fault = lines.findLast(({ message }) => message === 'fault' || message === 'sibling call failed')
  if (status >= 500)
    return { state: 'failed', step: request.fn, reason: joined(problemCode, fault && problemText(fault)) }
  return { state: 'refused', step: 'admission', reason: `${problemCode} (HTTP ${status})` }
}

const otherVerdict = (lines: readonly LogLine[]): Verdict => {
  const lastError = lines.findLast(({ level }) => level === 'error')
  if (lastError === undefined) return { state: 'no failure on record' }
  const isLast = lines.at(-1) === lastError
  return { state: isLast ? 'failed' : 'continued after a failure', step: lastError.fn, reason: problemText(lastError) }
}

export const verdictOf = (kind: string, lines: readonly LogLine[]): Verdict => {
  if (kind === 'job') return jobVerdict(lines)
  if (kind === 'request' || kind === 'trace') return requestVerdict(lines) ?? otherVerdict(lines)
  return otherVerdict(lines)
}
