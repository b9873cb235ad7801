import { styleText } from 'node:util'
import type { RequestLog } from './gateway.ts'
import type { FunctionLog } from './lambda-service.ts'

export type StackLog =
  | ({ readonly type: 'request' } & RequestLog)
  | ({ readonly type: 'function' } & FunctionLog)
  | { readonly type: 'progress'; readonly text: string; readonly ms: number }
  | { readonly type: 'note'; readonly level: 'debug' | 'info' | 'warn' | 'error'; readonly text: string }

type Style = Parameters<typeof styleText>[0]

interface StructuredLine {
  readonly level?: unknown
  readonly message?: unknown
  readonly [key: string]: unknown
}

const parseStructured = (text: string): StructuredLine | undefined => {
  if (!text.startsWith('{')) return undefined
  try {
    const value = JSON.parse(text) as StructuredLine
    return typeof value.message === 'string' || typeof value.msg === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

const OMITTED_FIELDS = new Set([
  'level',
  'message',
  'msg',
  'timestamp',
  'time',
  'service',
  'function',
  'request_id',
  'requestId',
])

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Formats a handler's JSON line for a person: the message, then its other fields as key=value. */
const formatLine = (text: string): { readonly text: string; readonly level: string | undefined } => {
  const line = parseStructured(text)
  // Metrics in the embedded format are for CloudWatch.
  if (text.startsWith('{"_aws":')) return { text, level: 'debug' }
  if (!line) return { text, level: undefined }
  // The gateway's request line contains the same and more. Spans are displayed only with --debug.
  if (line.message === 'request' || line.message === 'span') return { text, level: 'debug' }
  const fields = Object.entries(line)
    .filter(([key, value]) => !OMITTED_FIELDS.has(key) && value !== undefined)
    .map(([key, value]) => `${key}=${valueText(value)}`)
  return { text: [line.message ?? line.msg, ...fields].join(' '), level: String(line.level ?? 'info').toLowerCase() }
}

const statusStyle = (status: number): Style =>
  status >= 500 ? 'red' : status >= 400 ? 'yellow' : status >= 300 ? 'cyan' : 'green'

const levelStyle = (level: string): Style | undefined =>
  level === 'error' || level === 'fatal' ? 'red' : level === 'warn' ? 'yellow' : level === 'info' ? undefined : 'dim'

/**
 * Creates a renderer of log entries for a terminal, or as one JSON object per line.
 * @returns `undefined` for entries that are hidden.
 */
export const logRenderer = ({
  json,
  color,
  debug,
}: {
  readonly json: boolean
  readonly color: boolean
  readonly debug: boolean
}) => {
  const paint = (style: Style | undefined, text: string) =>
    color && style ? styleText(style, text, { validateStream: false }) : text
  const render: { [K in StackLog['type']]: (entry: Extract<StackLog, { type: K }>) => string | undefined } = {
    request: ({ method, path, status, ms, fn, note, api }) =>
      [
        paint('bold', method.padEnd(6)),
        path,
        paint(statusStyle(status), String(status)),
        paint('dim', `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`),
        paint('dim', fn ?? api),
        ...(note ? [paint('red', `(${note})`)] : []),
      ].join(' '),
    function: ({ fn, requestId, level, text }) => {
      const line = formatLine(text)
      const shownLevel = line.level ?? level
      if (!debug && (shownLevel === 'debug' || shownLevel === 'trace')) return undefined
      const prefix = paint('dim', `  ${fn} ${requestId?.slice(0, 8) ?? 'init'}`)
      return `${prefix} ${paint(levelStyle(shownLevel), line.text)}`
    },
    progress: ({ text, ms }) => `${paint('green', '✓')} ${text} ${paint('dim', `${Math.round(ms)} ms`)}`,
    note: ({ level, text }) => (level === 'debug' && !debug ? undefined : paint(levelStyle(level), text)),
  }
  return (entry: StackLog): string | undefined => {
    if (json) return JSON.stringify({ time: new Date().toISOString(), ...entry })
    return (render[entry.type] as (entry: StackLog) => string | undefined)(entry)
  }
}
