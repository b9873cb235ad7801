import { allThings, kindOf, type LogSubject, textField, textsOf, thingsOf } from './line-ids.ts'
import type { LogLine } from './log-line.ts'
import { undelivered, type Verdict, verdictOf } from './verdict.ts'
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
  readonly notification: string | undefined
  readonly things: readonly LogSubject[]
  readonly spans: readonly ReportedSpan[]
  readonly lines: readonly LogLine[]
}

/** Upper bound of followed things: a client may reuse one trace id for every request. */
const FOLLOWED_MAX = 10

const DELIVERY = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** Returns the first texts to search for: the id, and for a notification also its job, after which it is named. */
export const firstTexts = (id: string): readonly string[] => {
  const parts = DELIVERY.exec(id)?.slice(1)
  return parts ? [id, parts.join('-')] : [id]
}

const isGood = ({ level }: LogLine): boolean => level === 'info' || level === 'debug'

/** Returns further texts to search for, from the lines found: the things, their causes, and runs with failures. */
export const furtherTexts = (id: string, lines: readonly LogLine[]): readonly string[] => {
  const things = allThings(lines)
  const isThing = things.some((thing) => thing.id === id)
  const relevant = isThing ? lines.filter((line) => thingsOf(line).some((thing) => thing.id === id)) : lines
  const runs = relevant
    .filter((line) => !isGood(line) || !['request', 'span'].includes(line.message))
    .flatMap(({ run }) => run ?? [])
  const causes = [...textsOf(relevant, 'request_id').slice(0, 3), ...textsOf(relevant, 'trace_id').slice(0, 3)]
  const others = isThing ? [] : things.slice(0, FOLLOWED_MAX).map((thing) => thing.id)
  return [...new Set([...others, ...causes, ...runs.slice(0, 20)])].filter((text) => text !== id)
}

/** Polls of a waiting caller contain no information about the job. */
const isPoll = ({ message, fields }: LogLine): boolean =>
  message === 'request' && fields.method === 'GET' && Number(fields.status) < 400

const carries = (line: LogLine, id: string): boolean => JSON.stringify(line).includes(id)

/**
 * Returns the lines that contain the subject's id, and lines of its requests and runs that are about no other thing.
 */
const linesAbout = ({ id }: LogSubject, lines: readonly LogLine[]): readonly LogLine[] => {
  const direct = lines.filter((line) => carries(line, id) && !isPoll(line))
  const requests = new Set(textsOf(direct, 'request_id'))
  const runs = new Set(direct.flatMap(({ run }) => run ?? []))
  const isIts = (line: LogLine): boolean => {
    if (carries(line, id)) return !isPoll(line)
    if (thingsOf(line).length > 0) return false
    const request = textField(line, 'request_id')
    if (request !== undefined) return requests.has(request) && !isPoll(line)
    return line.run !== undefined && runs.has(line.run) && !isGood(line)
  }
  return lines.filter(isIts)
}

/**
 * Returns the one thing that all lines are about; undefined for none or several. Jobs have precedence over other
 * things.
 */
const onlyThing = (lines: readonly LogLine[]): LogSubject | undefined => {
  const things = allThings(lines)
  const jobs = things.filter(({ kind }) => kind === 'job')
  const candidates = jobs.length > 0 ? jobs : things
  return candidates.length === 1 ? candidates[0] : undefined
}

/** Labels each line with the function that wrote it, which the run's own lines name. */
const withFunctionNames = (lines: readonly LogLine[]): readonly LogLine[] => {
  const names = new Map(lines.flatMap(({ run, fn, fields }) => (run && 'trace_id' in fields ? [[run, fn]] : [])))
  return lines.map((line) => ({ ...line, fn: (line.run && names.get(line.run)) ?? line.fn }))
}

const sorted = (lines: readonly LogLine[]): readonly LogLine[] => {
  const different = [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()]
  return withFunctionNames(different.toSorted((a, b) => a.at - b.at))
}

/** Builds the story of the thing with this id, from all lines that may be about it; undefined without such lines. */
export const storyOf = (id: string, candidates: readonly LogLine[]): Story | undefined => {
  const lines = sorted(candidates)
  const query = { kind: kindOf(id, lines) ?? 'id', id }
  const hits = lines.filter((line) => firstTexts(id).some((text) => carries(line, text)))
  if (hits.length === 0) return undefined
  const isThing = allThings(hits).some((thing) => thing.id === id)
  const subject = isThing ? query : (onlyThing(hits) ?? query)
  const aboutIt = linesAbout(subject, lines)
  const trace = textsOf(aboutIt, 'trace_id')[0]
  const itsLines = aboutIt.filter(({ message }) => message !== 'span')
  const { kind } = subject
  return {
    ...subject,
    ...verdictOf(kind, itsLines),
    query: subject.id === id ? undefined : query,
    tenant: textsOf(itsLines, 'tenant_id')[0],
    request: textsOf(itsLines, 'request_id')[0],
    trace,
    notification: kind === 'job' ? undelivered(itsLines) : undefined,
    things: allThings(itsLines).filter((thing) => thing.id !== subject.id),
    spans: trace === undefined ? [] : spansIn(lines, trace),
    lines: itsLines,
  }
}
