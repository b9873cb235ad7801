import type { LogLine } from './log-line.ts'

/** Fields with ids that lines of different subjects can share. */
const SHARED_FIELDS = new Set([
  ...['request_id', 'trace_id', 'span_id', 'tenant_id', 'org_id', 'message_id', 'customer_id', 'webhook_id'],
])

/** A resource that a log line names by an id field, such as a job or an import. */
export interface LogSubject {
  readonly kind: string
  readonly id: string
}

const ID_FIELD = /^([a-z_]+)_id$/

export const subjectsOf = ({ fields }: LogLine): readonly LogSubject[] => {
  const subjects = Object.entries(fields).flatMap(([name, id]) => {
    const kind = SHARED_FIELDS.has(name) ? undefined : ID_FIELD.exec(name)?.[1]?.replaceAll('_', ' ')
    return kind === undefined || typeof id !== 'string' ? [] : [{ kind, id }]
  })
  const { job_ids } = fields
  const jobs = typeof job_ids === 'string' ? job_ids.split(' ').map((id) => ({ kind: 'job', id })) : []
  return [...subjects, ...jobs]
}

export const textField = ({ fields }: LogLine, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const textsOf = (lines: readonly LogLine[], name: string): readonly string[] => [
  ...new Set(lines.flatMap((line) => textField(line, name) ?? [])),
]

export const allSubjects = (lines: readonly LogLine[]): readonly LogSubject[] => [
  ...new Map(lines.flatMap(subjectsOf).map((subject) => [`${subject.kind} ${subject.id}`, subject])).values(),
]

const KINDS_BY_FIELD = {
  request_id: 'request',
  trace_id: 'trace',
  webhook_id: 'notification',
  message_id: 'message',
  tenant_id: 'tenant',
} as const

/**
 * Returns the kind of resource that an id identifies, from the lines that contain it; undefined if it occurs only in
 * their texts.
 */
export const kindOf = (id: string, lines: readonly LogLine[]): string | undefined => {
  const subject = allSubjects(lines).find((each) => each.id === id)
  if (subject) return subject.kind
  const field = Object.entries(KINDS_BY_FIELD).find(([name]) => lines.some((line) => line.fields[name] === id))
  if (field) return field[1]
  return lines.some(({ run }) => run === id) ? 'run of a function' : undefined
}
