import type { PatternId } from '../pattern-ids.ts'
import type { Built } from './built.ts'
import { numberOf, scheduleOf } from './schedule.ts'

interface Bound {
  readonly key: string
  readonly said: RegExp
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
  said: figure(`(?:in |with )?pages of ${MOST}${COUNT}`),
  built: /MAX_PAGE = ([\d_]+)/,
}

const BOUNDS: Readonly<Partial<Record<PatternId, readonly Bound[]>>> = {
  'crud-api': [PAGES],
  'static-site-api': [PAGES],
  'edge-proxy': [
    {
      key: 'limited',
      said: figure(`${MOST}${COUNT} requests? (?:per|a|each|every|in one) minute`),
      built: /perMinute: ([\d_]+)/,
    },
  ],
  'agent-worker': [
    {
      key: 'bounded',
      said: figure(`${MOST}${COUNT} steps?(?: each| per run| at most)?`),
      built: /MAX_STEPS = ([\d_]+)/,
    },
  ],
  'stream-processor': [
    {
      key: 'windows',
      said: figure(`(?:in |of |over )?${COUNT}[- ]minutes? (?:windows?|averages?|sums?|totals?)`),
      built: /WINDOW_MS = ([\d_]+)/,
      unit: 60_000,
    },
  ],
  'realtime-hub': [
    {
      key: 'bounded',
      said: figure(`${MOST}${COUNT} (?:members|people|users|participants)`),
      built: /MAX_MEMBERS = ([\d_]+)/,
    },
  ],
  'event-fanout': [
    {
      key: 'redelivered',
      said: figure(`${MOST}${COUNT} (?:times|attempts|retries|tries)`),
      built: /MAX_ATTEMPTS = ([\d_]+)/,
    },
  ],
  workflow: [{ key: 'approval', said: figure(`within ${COUNT} days?`), built: /APPROVAL_MS = (\d+) \* 86_400_000/ }],
}

/** "Per minute" without a number. It matches windows of one minute. */
const EACH_MINUTE: Bound = {
  key: 'windows',
  said: figure('(?:per|each|every) (minute)'),
  built: /WINDOW_MS = ([\d_]+)/,
  unit: 60_000,
}

/** Numbers of a clause: those that the project fulfills, by requirement, and those that differ in the code. */
export interface Compared {
  readonly kept: readonly { readonly key: string; readonly said: string }[]
  /** For example 20 steps, where the code has 8. */
  readonly otherwise: readonly { readonly said: string; readonly built: string }[]
}

/** Returns the distinct values of a limit in the source. Rules of a table may differ. */
const builtIn = ({ files }: Pick<Built, 'files'>, { built, unit = 1 }: Bound): readonly number[] => {
  const values = files.flatMap(({ content }) =>
    [...content.matchAll(new RegExp(built, 'g'))].map(([, value = '']) => value),
  )
  return [...new Set(values.map((value) => Number(value.replaceAll('_', '')) / unit))]
}

const RUNS: Readonly<Partial<Record<PatternId, string>>> = { 'data-sync': 'synced' }

const schedules = (clause: string, pattern: PatternId, everyMinutes = 0) => {
  const key = RUNS[pattern]
  const asked = scheduleOf(clause)
  if (key === undefined || asked === undefined) return []
  const isKept = asked.schedule.at === undefined && asked.schedule.periodMs === everyMinutes * 60_000
  return [{ key, said: asked.said, built: `every ${everyMinutes} minutes`, isKept }]
}

/** Compares the numbers of a clause with the constants of the source. */
export const compareBounds = (
  clause: string,
  pattern: PatternId,
  design: Pick<Built, 'files' | 'everyMinutes'>,
): Compared => {
  const bounds = [...(BOUNDS[pattern] ?? []), ...(pattern === 'stream-processor' ? [EACH_MINUTE] : [])]
  const figures = bounds.flatMap((bound) => {
    const [said, count] = bound.said.exec(clause) ?? []
    const built = builtIn(design, bound)
    if (said === undefined || count === undefined || built.length === 0) return []
    const value = count.toLowerCase() === 'minute' ? 1 : numberOf(count)
    return [
      { key: bound.key, said: said.trim(), built: built.join(' and '), isKept: built.every((each) => each === value) },
    ]
  })
  const compared = [...figures, ...schedules(clause, pattern, design.everyMinutes)]
  return {
    kept: compared.filter(({ isKept }) => isKept).map(({ key, said }) => ({ key, said })),
    otherwise: compared.filter(({ isKept }) => !isKept).map(({ said, built }) => ({ said, built })),
  }
}
