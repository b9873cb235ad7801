import type { PatternId } from '../pattern-ids.ts'
import type { DesignContent } from './design-content.ts'
import { numberOf, scheduleOf } from './schedule.ts'

/** A limit that a template fixes: its wording in an intention and its constant in the source. */
interface Bound {
  readonly key: string
  readonly quote: RegExp
  readonly built: RegExp
  /** Divisor for values that the source stores in another unit: 60,000 for minutes in milliseconds. */
  readonly unit?: number
}

const COUNT = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,7}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
const LIMIT_WORDS =
  '(?:may |must |can |takes? |has |have |use |uses )*(?:at most |no more than |up to |a maximum of |max(?:imum)? )?'
const wholeWords = (text: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`, 'iu')

const PAGES: Bound = {
  key: 'items-paged',
  quote: wholeWords(`(?:in |with )?pages of ${LIMIT_WORDS}${COUNT}`),
  built: /MAX_PAGE = ([\d_]+)/,
}

const BOUNDS: Readonly<Partial<Record<PatternId, readonly Bound[]>>> = {
  'crud-api': [PAGES],
  'static-site-api': [PAGES],
  'edge-proxy': [
    {
      key: 'limited',
      quote: wholeWords(`${LIMIT_WORDS}${COUNT} requests? (?:per|a|each|every|in one) minute`),
      built: /perMinute: ([\d_]+)/,
    },
  ],
  'agent-worker': [
    {
      key: 'bounded',
      quote: wholeWords(`${LIMIT_WORDS}${COUNT} steps?(?: each| per run| at most)?`),
      built: /MAX_STEPS = ([\d_]+)/,
    },
  ],
  'stream-processor': [
    {
      key: 'windows',
      quote: wholeWords(`(?:in |of |over )?${COUNT}[- ]minutes? (?:windows?|averages?|sums?|totals?)`),
      built: /WINDOW_MS = ([\d_]+)/,
      unit: 60_000,
    },
  ],
  'realtime-hub': [
    {
      key: 'bounded',
      quote: wholeWords(`${LIMIT_WORDS}${COUNT} (?:members|people|users|participants)`),
      built: /MAX_MEMBERS = ([\d_]+)/,
    },
  ],
  'event-fanout': [
    {
      key: 'redelivered',
      quote: wholeWords(`${LIMIT_WORDS}${COUNT} (?:times|attempts|retries|tries)`),
      built: /MAX_ATTEMPTS = ([\d_]+)/,
    },
  ],
  workflow: [
    { key: 'approval', quote: wholeWords(`within ${COUNT} days?`), built: /APPROVAL_MS = (\d+) \* 86_400_000/ },
  ],
}

/** "Per minute" without a number. It matches windows of one minute. */
const PER_MINUTE: Bound = {
  key: 'windows',
  quote: wholeWords('(?:per|each|every) (minute)'),
  built: /WINDOW_MS = ([\d_]+)/,
  unit: 60_000,
}

/** Numbers of a clause, compared with the code: equal ones by requirement, and different ones. */
export interface BoundComparison {
  readonly fulfilled: readonly { readonly key: string; readonly quote: string }[]
  /** For example 20 steps, where the code has 8. */
  readonly different: readonly { readonly quote: string; readonly built: string }[]
}

/** Returns the distinct values of a limit in the source. Rules of a table may differ. */
const builtValues = ({ files }: Pick<DesignContent, 'files'>, { built, unit = 1 }: Bound): readonly number[] => {
  const values = files.flatMap(({ content }) =>
    [...content.matchAll(new RegExp(built, 'g'))].map(([, value = '']) => value),
  )
  return [...new Set(values.map((value) => Number(value.replaceAll('_', '')) / unit))]
}

const SCHEDULE_REQUIREMENTS: Readonly<Partial<Record<PatternId, string>>> = { 'data-sync': 'synced' }

const compareSchedule = (clause: string, pattern: PatternId, everyMinutes = 0) => {
  const key = SCHEDULE_REQUIREMENTS[pattern]
  const stated = scheduleOf(clause)
  if (key === undefined || stated === undefined) return []
  const isFulfilled = stated.schedule.at === undefined && stated.schedule.periodMs === everyMinutes * 60_000
  return [{ key, quote: stated.quote, built: `every ${everyMinutes} minutes`, isFulfilled }]
}

/** Compares the numbers of a clause with the constants of the source. */
export const compareBounds = (
  clause: string,
  pattern: PatternId,
  design: Pick<DesignContent, 'files' | 'everyMinutes'>,
): BoundComparison => {
  const bounds = [...(BOUNDS[pattern] ?? []), ...(pattern === 'stream-processor' ? [PER_MINUTE] : [])]
  const figures = bounds.flatMap((bound) => {
    const [quote, count] = bound.quote.exec(clause) ?? []
    const built = builtValues(design, bound)
    if (quote === undefined || count === undefined || built.length === 0) return []
    const value = count.toLowerCase() === 'minute' ? 1 : numberOf(count)
    return [
      {
        key: bound.key,
        quote: quote.trim(),
        built: built.join(' and '),
        isFulfilled: built.every((each) => each === value),
      },
    ]
  })
  const compared = [...figures, ...compareSchedule(clause, pattern, design.everyMinutes)]
  return {
    fulfilled: compared.filter(({ isFulfilled }) => isFulfilled).map(({ key, quote }) => ({ key, quote })),
    different: compared.filter(({ isFulfilled }) => !isFulfilled).map(({ quote, built }) => ({ quote, built })),
  }
}
