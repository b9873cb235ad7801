export interface RawLine {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly fn?: string | undefined
  /** Lambda's id of the function run. */
  readonly run?: string | undefined
  readonly level?: string | undefined
  readonly text: string
}

export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Fields = Readonly<Record<string, unknown>>

export interface LogLine {
  readonly at: number
  readonly fn: string
  readonly run?: string | undefined
  readonly level: Level
  readonly message: string
  readonly fields: Fields
}

const LEVELS: Readonly<Record<string, Level>> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'error',
}

const levelOf = (level: unknown): Level => LEVELS[String(level ?? 'info').toLowerCase()] ?? 'info'

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const parsed = (text: string): Fields | undefined => {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const timeOf = (value: unknown, otherwise: number): number => {
  const at = typeof value === 'string' || typeof value === 'number' ? new Date(value).getTime() : Number.NaN
  return Number.isNaN(at) ? otherwise : at
}

const kernelLine = (raw: RawLine, json: Fields): LogLine | undefined => {
  const { time, level, message, function: fn, requestId, ...fields } = json
  if (typeof message !== 'string') return undefined
  return {
    at: timeOf(time, raw.at),
    fn: textOf(fn) ?? raw.fn ?? '?',
    run: textOf(requestId) ?? raw.run,
    level: levelOf(level),
    message,
    fields,
  }
}

const thrownLine = (raw: RawLine, json: Fields): LogLine | undefined => {
  const thrown = isObject(json.message) ? json.message : json
  const { errorType, errorMessage } = thrown
  if (errorType === undefined && errorMessage === undefined) return undefined
  return {
    at: timeOf(json.timestamp, raw.at),
    fn: raw.fn ?? '?',
    run: textOf(json.requestId) ?? raw.run,
    level: 'error',
    message: `threw ${String(errorType ?? 'Error')}: ${String(errorMessage ?? '')}`,
    fields: {},
  }
}

/** Reads Lambda's report of a run, in the JSON log format; undefined for a successful run. */
const platformLine = (raw: RawLine, { time, type, record }: Fields): LogLine | undefined => {
  if (type !== 'platform.report' || !isObject(record)) return undefined
  const { requestId, status, errorType } = record
  if (status === undefined || status === 'success') return undefined
  return {
    at: timeOf(time, raw.at),
    fn: raw.fn ?? '?',
    run: textOf(requestId) ?? raw.run,
    level: 'error',
    message: `the run ended with ${String(errorType ?? status)}`,
    fields: {},
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  ExecutionFailed: 'the execution failed',
  ExecutionTimedOut: 'the execution timed out',
  ExecutionAborted: 'the execution was aborted',
}

/** Reads a Step Functions event about an execution that failed. An execution of a job is named after the job. */
const machineLine = (raw: RawLine, { type, details, execution_arn: arn, event_timestamp }: Fields) => {
  const message = ENDINGS[String(type)]
  if (message === undefined) return undefined
  const { error, cause } = isObject(details) ? details : {}
  const job_id = textOf(arn)?.split(':').at(-1)
  const at = timeOf(Number(event_timestamp), raw.at)
  return { at, fn: 'state machine', level: 'error' as const, message, fields: { job_id, error, cause } }
}

/** Form in which Lambda's runtime, and the local runner, print thrown errors. */
const INVOKE_ERROR = /\bInvoke Error\s+(\{.*\})/s

const plainLine = (raw: RawLine): LogLine | undefined => {
  const thrown = INVOKE_ERROR.exec(raw.text)?.[1]
  const json = thrown === undefined ? undefined : parsed(thrown)
  if (json) return thrownLine(raw, json)
  if (/^(?:START|END|REPORT|INIT_START) /.test(raw.text)) return undefined
  const { at, fn = '?', run, text } = raw
  const hasFailed = /Task timed out|Runtime exited|Error:/.test(text)
  return { at, fn, run, level: hasFailed ? 'error' : levelOf(raw.level), message: text.slice(0, 500), fields: {} }
}

/** Reads a log line in any of the forms in the logs; undefined for metrics and lines without information. */
export const readLine = (raw: RawLine): LogLine | undefined => {
  const json = parsed(raw.text)
  if (json === undefined) return plainLine(raw)
  if ('_aws' in json) return undefined
  if ('execution_arn' in json) return machineLine(raw, json)
  if ('record' in json) return platformLine(raw, json)
  return thrownLine(raw, json) ?? kernelLine(raw, json)
}
