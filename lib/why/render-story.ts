import type { LogLine } from './log-line.ts'
import type { Story } from './story.ts'
import { renderWaterfall } from './waterfall.ts'

const HIDDEN_FIELDS = new Set([
  'request_id',
  'trace_id',
  'span_id',
  'tenant_id',
  'message_id',
  'stack',
  'caller',
  'caller_span',
  'job_ids',
  'span',
])

const FIELD_MAX = 160

const valueText = (value: unknown): string => {
  const {
    name,
    message,
    Error: type,
  } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly name?: unknown
    readonly message?: unknown
    readonly Error?: unknown
  }
  const text =
    message !== undefined
      ? `${String(name ?? 'Error')}: ${String(message)}`
      : type !== undefined
        ? String(type)
        : typeof value === 'string'
          ? value
          : JSON.stringify(value)
  return text.length > FIELD_MAX ? `${text.slice(0, FIELD_MAX)}…` : text
}

/** Returns the fields of a line as text. A request is printed as its HTTP line. */
const detailsOf = ({ message, fields }: LogLine, subject: string): string => {
  const shownFields = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && value !== null && value !== subject && !HIDDEN_FIELDS.has(name),
  )
  if (message !== 'request') return shownFields.map(([name, value]) => `${name}=${valueText(value)}`).join(' ')
  const { method, path, status, ms, ...others } = Object.fromEntries(shownFields)
  const more = Object.entries(others).map(([name, value]) => `${name}=${valueText(value)}`)
  return [`${String(method)} ${String(path)} ${String(status)} in ${String(ms)} ms`, ...more].join(' ')
}

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23)

/** Formats a time span: from a minute on in seconds, below in milliseconds. */
const elapsedText = (ms: number): string => (ms < 60_000 ? `+${ms} ms` : `+${(ms / 1000).toFixed(0)} s`)

const timeline = ({ id, lines }: Story): string[] => {
  const [first] = lines
  const functionWidth = Math.max(...lines.map(({ fn }) => fn.length))
  return lines.map((line) => {
    const since = elapsedText(line.at - (first?.at ?? line.at)).padStart(11)
    const content = [line.message, detailsOf(line, id)].filter((part) => part !== '').join('  ')
    return `${clock(line.at)} ${since}  ${line.level.padEnd(5)}  ${line.fn.padEnd(functionWidth)}  ${content}`
  })
}

export const renderStory = (story: Story): string => {
  const { kind, id, state, step, reason, tenant, request, trace, query, notification, spans, lines } = story
  const [first] = lines
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['query', query && `${query.kind} ${query.id}`],
    ['state', state],
    ['step', step],
    ['reason', reason],
    ['webhook', step === 'webhook' ? undefined : notification],
    ['tenant', tenant],
    ['request', request],
    ['trace', trace],
    ['began', first && new Date(first.at).toISOString()],
  ]
  const factLines = facts.flatMap(([name, fact]) => (fact === undefined ? [] : [`  ${name.padEnd(9)} ${fact}`]))
  const waterfall = renderWaterfall(spans)
  return [
    `${kind} ${id}`,
    ...factLines,
    '',
    ...(waterfall.length > 0 ? [...waterfall, ''] : []),
    ...timeline(story),
    '',
  ].join('\n')
}

export const storyJson = ({ lines, ...facts }: Story): string =>
  JSON.stringify({ ...facts, lines: lines.map(({ at, ...line }) => ({ time: new Date(at).toISOString(), ...line })) })
