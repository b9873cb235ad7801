import { mappedStack } from './mapped-stack.ts'
import { trail } from './trail.ts'

/**
 * Structured logs: one JSON object per line on stdout, which CloudWatch Logs Insights reads without a parser. Every
 * line contains the ids of the current work (trail.ts), in nested libraries too.
 */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, unknown>>

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export interface LogOptions {
  readonly write?: (line: string) => void
  readonly now?: () => Date
  readonly fields?: LogFields
}

const SECRET_NAME = /authorization|cookie|secret|password|pepper|token|api[-_]?key|signature|input_image|mask_image/i
/** Keys, bearer tokens, and tokens of 256 bits as a part of a path: links in mails end with one. */
const SECRET_VALUE = /\b(?:gen|plat)_[0-9A-Za-z]{8,}|\bBearer\s+[\w.~+/-]+=*|(?<=\/)[\w-]{43}(?![\w-])/g
const MAX_DEPTH = 6
const MAX_TEXT = 4000

/** Hides credentials by the name of the field and the form of the value, at any depth, in errors too. */
export const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return value.replace(SECRET_VALUE, '[redacted]').slice(0, MAX_TEXT)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '[deep]'
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (value instanceof Error) return describeError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) ? '[redacted]' : redact(item, depth + 1),
    ]),
  )
}

const describeError = (error: Error, depth: number): Record<string, unknown> => ({
  name: error.name,
  message: redact(error.message, depth + 1),
  stack: redact(error.stack && mappedStack(error.stack), depth + 1),
  ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
})

/** A log to stdout by default. `redact` hides secrets before they are written. */
export const createLog = ({
  write = (line) => process.stdout.write(`${line}\n`),
  now = () => new Date(),
  fields = {},
}: LogOptions = {}): Log => {
  const writerFor =
    (level: LogLevel) =>
    (message: string, extraFields: LogFields = {}) =>
      write(
        JSON.stringify({
          time: now().toISOString(),
          level,
          message,
          ...(redact({ ...fields, ...trail(), ...extraFields }) as object),
        }),
      )
  return {
    debug: writerFor('debug'),
    info: writerFor('info'),
    warn: writerFor('warn'),
    error: writerFor('error'),
  }
}
