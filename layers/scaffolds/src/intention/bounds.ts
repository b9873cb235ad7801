import type { PatternId } from '../pattern-ids.ts'
import type { DesignContent } from './design-content.ts'
import { numberOf, scheduleOf } from './schedule.ts'

interface Bound {
  readonly key: string
  readonly quote: RegExp
  readonly built: RegExp
  /** Divisor for values that the source stores in another unit: 60,000 for minutes in milliseconds. */
  readonly unit?: number
}

const COUNT = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,7}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
const MOST =
  '(?:may |must |can |takes? |has |have |use |uses )*(?:at most |no more than |up to |a maximum of |max(?:imum)? )?'
const figure = (text: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`, 'iu')

const PAGES: Bound = {
  key: 'items-paged',
  quote: figure(`(?:in |with )?pages of ${MOST}${COUNT}`),
  built: /MAX_PAGE = ([\d_]+)/,
}

const BOUNDS: Readonly<Partial<Record<PatternId, readonly Bound[]>>> = {
  'crud-api': [PAGES],
  'static-site-api': [PAGES],
  'edge-proxy': [
    {
      key: 'limited',
      quote: figure(`${MOST}${COUNT} requests? (?:per|a|each|every|in one) minute`),
      built: /perMinute: ([\d_]+)/,
    },
  ],
  'agent-worker': [
    {
      key: 'bounded',
      quote: figure(`${MOST}${COUNT} steps?(?: each| per run| at most)?`),
      built: /MAX_STEPS = ([\d_]+)/,
    },
  ],
  'stream-processor': [
    {
      key: 'windows',
      quote: figure(`(?:in |of |over )?${COUNT}[- ]minutes? (?:windows?|averages?|sums?|totals?)`),
      built: /WINDOW_MS = ([\d_]+)/,
      unit: 60_000,
    },
  ],
  'realtime-hub': [
    {
      key: 'bounded',
      quote: figure(`${MOST}${COUNT} (?:members|people|users|participants)`),
      built: /MAX_MEMBERS = ([\d_]+)/,
    },
  ],
  'event-fanout': [
    {
      key: 'redelivered',
      quote: figure(`${MOST}${COUNT} (?:times|attempts|retries|tries)`),
      built: /MAX_ATTEMPTS = ([\d_]+)/,
    },
  ],
  workflow: [{ key: 'approval', quote: figure(`within ${COUNT} days?`), built: /APPROVAL_MS = (\d+) \* 86_400_000/ }],
}

/** "Per minute" without a number. It matches windows of one minute. */
const EACH_MINUTE: Bound = {
  key: 'windows',
  quote: figure('(?:per|each|every) (minute)'),
  built: /WINDOW_MS = ([\d_]+)/,
  unit: 60_000,
}

/** Numbers of a clause: those that the project fulfills, by requirement, and those that differ in the code. */
export interface BoundComparison {
  readonly fulfilled: readonly { readonly key: string; readonly quote: string }[]
  /** For example 20 steps, where the code has 8. */
  readonly different: readonly { readonly quote: string; readonly built: string }[]
}

/** Returns the distinct values of a limit in the source. Rules of a table may differ. */
const builtIn = ({ files }: Pick<DesignContent, 'files'>, { built, unit = 1 }: Bound): readonly number[] => {
  const values = files.flatMap(({ content }) =>
    [...content.matchAll(new RegExp(built, 'g'))].map(([, value = '']) => value),
  )
  return [...new Set(values.map((value) => Number(value.replaceAll('_', '')) / unit))]
}

const RUNS: Readonly<Partial<Record<PatternId, string>>> = { 'data-sync': 'synced' }

const schedules = (clause: string, pattern: PatternId, everyMinutes = 0) => {
  const key = RUNS[pattern]
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
  const bounds = [...(BOUNDS[pattern] ?? []), ...(pattern === 'stream-processor' ? [EACH_MINUTE] : [])]
  const figures = bounds.flatMap((bound) => {
    const [quote, count] = bound.quote.exec(clause) ?? []
    const built = builtIn(design, bound)
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
  const compared = [...figures, ...schedules(clause, pattern, design.everyMinutes)]
  return {
    fulfilled: compared.filter(({ isFulfilled }) => isFulfilled).map(({ key, quote }) => ({ key, quote })),
    different: compared.filter(({ isFulfilled }) => !isFulfilled).map(({ quote, built }) => ({ quote, built })),
  }
}
