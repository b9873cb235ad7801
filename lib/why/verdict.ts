import { textField } from './line-ids.ts'
import type { LogLine } from './log-line.ts'

export interface Verdict {
  /** The end state: `completed`, `failed`, `refused`… or `open`. */
  readonly state: string
  /** The stage at which it failed, or at which it is; absent where all went well. */
  readonly place?: string | undefined
  readonly reason?: string | undefined
}

const lastOf = (lines: readonly LogLine[], message: string): LogLine | undefined =>
  lines.findLast((line) => line.message === message)

const STAGES: Readonly<Record<string, string>> = { queued: 'dispatch', processing: 'paint', encoding: 'encode' }

const WORKERS: Readonly<Record<string, string>> = {
  dispatch: 'images-dispatch',
  paint: 'images-paint',
  encode: 'images-encode',
  settle: 'images-settle',
  webhook: 'images-notify',
}

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

const wordsOf = (line: LogLine): string => {
  const { error, failure, vendor_code } = line.fields
  if (typeof vendor_code === 'string') return `the vendor said ${vendor_code}`
  const { name, message, Error: type, Cause: cause } = (error ?? failure ?? {}) as ErrorDescription
  if (type !== undefined) return [type, causeText(cause)].filter((text) => text).join(': ')
  if (message !== undefined) return `${String(name ?? 'Error')}: ${String(message)}`
  return line.message
}

const ABOUT_THE_JOB = ['job failed', 'step failed']

/** The newest trouble of a stage's function; a vendor's own code says more than what the function made of it. */
const troubleOf = (lines: readonly LogLine[], place: string): string | undefined => {
  const worker = WORKERS[place]
  const warnings = lines.filter(({ fn, level }) => (level === 'error' || level === 'warn') && fn === worker)
  const ofVendor = warnings.findLast(({ fields }) => fields.vendor_code !== undefined)
  const telling = ofVendor ?? warnings.findLast(({ message }) => !ABOUT_THE_JOB.includes(message))
  return telling && wordsOf(telling)
}

const joined = (...parts: readonly (string | undefined)[]): string =>
  [...new Set(parts.filter((part) => part !== undefined))].join('; ')

/** Why the notification of a job has not arrived; undefined if it has, or if there is none. */
export const undelivered = (lines: readonly LogLine[]): string | undefined => {
  const attempt = lastOf(lines, 'webhook attempted')
  if (attempt === undefined || attempt.fields.state === 'delivered') {
    const trouble = attempt ? undefined : lastOf(lines, 'webhook not attempted')
    return trouble && wordsOf(trouble)
  }
  const { state, last_status, attempt: count } = attempt.fields
  const unreached = lastOf(lines, 'webhook receiver not reached')
  const answer =
    last_status === undefined ? textOr(unreached?.fields.reason, 'no answer') : `HTTP ${String(last_status)}`
  return `${answer} at attempt ${String(count)}, ${state === 'pending' ? 'will be tried again' : 'given up'}`
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

const STARTED = 'job started'
const PAINTED = 'job painted'

/** A painting that died before its first write left the job queued; one that came too late had waited. */
const stageOf = (lines: readonly LogLine[], from: string, code: string | undefined): string => {
  const wasPainting = from === 'queued' && code !== 'deadline_exceeded' && lastOf(lines, STARTED) !== undefined
  return wasPainting ? 'paint' : (STAGES[from] ?? 'settle')
}

const failedVerdict = (lines: readonly LogLine[], failed: LogLine): Verdict => {
  const from = textField(failed, 'from') ?? ''
  const unsettled = failed.fn === 'images-settle' ? undefined : troubleOf(lines, 'settle')
  const code = textField(failed, 'error_code')
  const place = unsettled === undefined ? stageOf(lines, from, code) : 'settle'
  const givenUp = lastOf(lines, 'step failed')
  const said = joined(code, textField(failed, 'error'))
  const state = from === 'encoding' ? 'failed_encoding' : 'failed'
  return { state, place, reason: joined(said, unsettled ?? troubleOf(lines, place) ?? (givenUp && wordsOf(givenUp))) }
}

const openVerdict = (lines: readonly LogLine[]): Verdict => {
  const unsettled = troubleOf(lines, 'settle')
  if (unsettled !== undefined) return { state: 'open', place: 'settle', reason: unsettled }
  const place = lastOf(lines, PAINTED) ? 'encode' : lastOf(lines, STARTED) ? 'paint' : 'dispatch'
  const notQueued = lastOf(lines, 'job not queued; left to the sweeper')
  return { state: 'open', place, reason: troubleOf(lines, place) ?? (notQueued && wordsOf(notQueued)) }
}

const jobVerdict = (lines: readonly LogLine[]): Verdict => {
  const failed = lastOf(lines, 'job failed')
  if (failed) return failedVerdict(lines, failed)
  if (!lastOf(lines, 'job completed')) return openVerdict(lines)
  const notification = undelivered(lines)
  return notification === undefined
    ? { state: 'completed' }
    : { state: 'completed', place: 'webhook', reason: notification }
}

/** The request that the lines begin with. A request that made nothing was refused, or failed in the API itself. */
const requestVerdict = (lines: readonly LogLine[]): Verdict | undefined => {
  const request = lastOf(lines, 'request')
  const status = Number(request?.fields.status)
  if (request === undefined || Number.isNaN(status)) return undefined
  if (status < 400) return { state: 'answered' }
  const { fields } = request.fields
  const code = textField(request, 'code') ?? `HTTP ${status}`
  const named = Array.isArray(fields) ? `${code}: ${fields.join(', ')}` : code
  const fault = lines.findLast(({ message }) => message === 'fault' || message === 'sibling call failed')
  if (status >= 500) return { state: 'failed', place: request.fn, reason: joined(named, fault && wordsOf(fault)) }
  return { state: 'refused', place: 'admission', reason: `${named} (HTTP ${status})` }
}

const otherVerdict = (lines: readonly LogLine[]): Verdict => {
  const trouble = lines.findLast(({ level }) => level === 'error')
  if (trouble === undefined) return { state: 'no failure on record' }
  const isLast = lines.at(-1) === trouble
  return { state: isLast ? 'failed' : 'went on after a failure', place: trouble.fn, reason: wordsOf(trouble) }
}

export const verdictOf = (kind: string, lines: readonly LogLine[]): Verdict => {
  if (kind === 'job') return jobVerdict(lines)
  if (kind === 'request' || kind === 'trace') return requestVerdict(lines) ?? otherVerdict(lines)
  return otherVerdict(lines)
}
