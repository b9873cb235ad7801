import { allSubjects, kindOf, type LogSubject, subjectsOf, textField, textsOf } from './line-ids.ts'
import type { LogLine } from './log-line.ts'
import { undeliveredReason, type Verdict, verdictOf } from './verdict.ts'
import { type ReportedSpan, spansIn } from './waterfall.ts'

export interface Story extends Verdict {
  /** The kind of subject: `job`, `import`, `request`… */
  readonly kind: string
  readonly id: string
  /** The queried id, if the subject is another one: the request of a job. */
  readonly query?: { readonly kind: string; readonly id: string } | undefined
  readonly tenant: string | undefined
  readonly request: string | undefined
  readonly trace: string | undefined
  /** Why the webhook of a job was not delivered. */
  readonly notification: string | undefined
  /** Other subjects that the lines name. */
  readonly things: readonly LogSubject[]
  readonly spans: readonly ReportedSpan[]
  readonly lines: readonly LogLine[]
}

/** Maximum number of followed subjects: a client may reuse one trace id for every request. */
const FOLLOWED_MAX = 10

/** ID of a notification: `msg_` and the UUID of its job without dashes. */
const NOTIFICATION_ID = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** Returns the first texts to search for: the id, and for a notification also the id of its job, which it contains. */
export const firstTexts = (id: string): readonly string[] => {
  const parts = NOTIFICATION_ID.exec(id)?.slice(1)
  return parts ? [id, parts.join('-')] : [id]
}

const isRoutine = ({ level }: LogLine): boolean => level === 'info' || level === 'debug'

/** Returns further texts to search for, from the lines found: subjects, their requests and traces, and failed runs. */
export const furtherTexts = (id: string, lines: readonly LogLine[]): readonly string[] => {
  const subjects = allSubjects(lines)
  const isSubject = subjects.some((each) => each.id === id)
  const relevant = isSubject ? lines.filter((line) => subjectsOf(line).some((each) => each.id === id)) : lines
  const runs = relevant
    .filter((line) => !isRoutine(line) || !['request', 'span'].includes(line.message))
    .flatMap(({ run }) => run ?? [])
  // Few texts, because Logs Insights searches for all of them in one query.
  const causes = [...textsOf(relevant, 'request_id').slice(0, 3), ...textsOf(relevant, 'trace_id').slice(0, 3)]
  const otherSubjectIds = isSubject ? [] : subjects.slice(0, FOLLOWED_MAX).map((each) => each.id)
  return [...new Set([...otherSubjectIds, ...causes, ...runs.slice(0, 20)])].filter((text) => text !== id)
}

/** Polls of a waiting caller contain no information about the job. */
const isPoll = ({ message, fields }: LogLine): boolean =>
  message === 'request' && fields.method === 'GET' && Number(fields.status) < 400

const containsId = (line: LogLine, id: string): boolean => JSON.stringify(line).includes(id)

/**
 * Returns the lines that contain the subject's id, and those that name no subject: lines of its requests, and warnings
 * and errors of its runs. Omits polls.
 */
const linesAbout = ({ id }: LogSubject, lines: readonly LogLine[]): readonly LogLine[] => {
  const direct = lines.filter((line) => containsId(line, id) && !isPoll(line))
  const requests = new Set(textsOf(direct, 'request_id'))
  const runs = new Set(direct.flatMap(({ run }) => run ?? []))
  const belongsToSubject = (line: LogLine): boolean => {
    if (containsId(line, id)) return !isPoll(line)
    if (subjectsOf(line).length > 0) return false
    const request = textField(line, 'request_id')
    if (request !== undefined) return requests.has(request) && !isPoll(line)
    return line.run !== undefined && runs.has(line.run) && !isRoutine(line)
  }
  return lines.filter(belongsToSubject)
}

/**
 * Returns the only subject that the lines name; undefined for none or several. Jobs have precedence over other
 * subjects.
 */
const onlySubject = (lines: readonly LogLine[]): LogSubject | undefined => {
  const subjects = allSubjects(lines)
  const jobs = subjects.filter(({ kind }) => kind === 'job')
  const candidates = jobs.length > 0 ? jobs : subjects
  return candidates.length === 1 ? candidates[0] : undefined
}

/** Labels each line with the function of its run. The kernel's lines, which have a trace id, name it. */
const withFunctionNames = (lines: readonly LogLine[]): readonly LogLine[] => {
  const names = new Map(lines.flatMap(({ run, fn, fields }) => (run && 'trace_id' in fields ? [[run, fn]] : [])))
  return lines.map((line) => ({ ...line, fn: (line.run && names.get(line.run)) ?? line.fn }))
}

const sorted = (lines: readonly LogLine[]): readonly LogLine[] => {
  const uniqueLines = [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()]
  return withFunctionNames(uniqueLines.toSorted((a, b) => a.at - b.at))
}

/** Builds the story of the subject with this id, from all lines that may name it; undefined without such lines. */
export const storyOf = (id: string, candidates: readonly LogLine[]): Story | undefined => {
  const lines = sorted(candidates)
  const query = { kind: kindOf(id, lines) ?? 'id', id }
  const hits = lines.filter((line) => firstTexts(id).some((text) => containsId(line, text)))
  if (hits.length === 0) return undefined
  const isSubject = allSubjects(hits).some((each) => each.id === id)
  const subject = isSubject ? query : (onlySubject(hits) ?? query)
  const linesWithSpans = linesAbout(subject, lines)
  const trace = textsOf(linesWithSpans, 'trace_id')[0]
  const subjectLines = linesWithSpans.filter(({ message }) => message !== 'span')
  const { kind } = subject
  return {
    ...subject,
    ...verdictOf(kind, subjectLines),
    query: subject.id === id ? undefined : query,
    tenant: textsOf(subjectLines, 'tenant_id')[0],
    request: textsOf(subjectLines, 'request_id')[0],
    trace,
    notification: kind === 'job' ? undeliveredReason(subjectLines) : undefined,
    things: allSubjects(subjectLines).filter(({ id: otherId }) => otherId !== subject.id),
    spans: trace === undefined ? [] : spansIn(lines, trace),
    lines: subjectLines,
  }
}
