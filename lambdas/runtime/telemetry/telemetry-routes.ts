import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { type Route, type RowTable, route } from '@signet/kernel'
import type { simRow } from '../contract/sim-row.ts'
import {
  getClassifyTelemetry,
  getHarnessTelemetry,
  getScaffoldTelemetry,
  getSimTelemetry,
} from '../contract/telemetry.ts'
import type { classifiedRow } from '../contract/telemetry-rows.ts'
import type { Counts, HourCounts } from './hour-counts-table.ts'

export interface TelemetryDeps {
  readonly counts: Pick<HourCounts, 'lastDay'>
  readonly classified: Pick<RowTable<typeof classifiedRow>, 'page'>
  readonly sims: Pick<RowTable<typeof simRow>, 'get'>
}

const countsOf = (counts: Counts, prefix: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts)
      .filter(([name]) => name.startsWith(`${prefix}:`))
      .map(([name, count]) => [name.slice(prefix.length + 1), count]),
  )

/** Returns the lowest bound that at least this share of the counted durations does not exceed. */
const percentile = (bounds: Readonly<Record<string, number>>, share: number): number | null => {
  const entries = Object.entries(bounds).map(([bound, count]) => [Number(bound), count] as const)
  const sorted = entries.toSorted(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  let sum = 0
  for (const [bound, count] of sorted) {
    sum += count
    if (sum >= total * share) return bound
  }
  return null
}

const patternsOf = (counts: Counts) => {
  const [runs = {}, deployed = {}, failed = {}] = ['pattern', 'deployed', 'failed'].map((prefix) =>
    countsOf(counts, prefix),
  )
  // Includes patterns whose scaffolds were created earlier and deployed or failed in this period.
  const patternVersions = Object.keys({ ...runs, ...deployed, ...failed }).sort()
  return patternVersions.map((patternVersion) => {
    const [pattern = '', version = ''] = patternVersion.split('@')
    return {
      pattern,
      version,
      runs: runs[patternVersion] ?? 0,
      deployed: deployed[patternVersion] ?? 0,
      failed: failed[patternVersion] ?? 0,
    }
  })
}

/** The telemetry routes of the caller's organization. */
export const telemetryRoutes = ({ counts, classified, sims }: TelemetryDeps): Route[] => [
  route(getScaffoldTelemetry, async ({ caller }) => {
    const org = scopesOf(caller).entitlementScope
    const [runs, replays] = await Promise.all([counts.lastDay(org, 'scaffold'), counts.lastDay(org, 'replays')])
    const times = countsOf(runs, 'ms')
    return reply(200, {
      window_hours: 24 as const,
      runs: runs.runs ?? 0,
      failed: runs.failed ?? 0,
      by_pattern: patternsOf(runs),
      p50_ms: percentile(times, 0.5),
      p95_ms: percentile(times, 0.95),
      replays: { checked: replays.checked ?? 0, mismatched: replays.mismatched ?? 0 },
    })
  }),
  route(getClassifyTelemetry, async ({ caller, query: { limit } }) => {
    const org = scopesOf(caller).entitlementScope
    const [day, recent] = await Promise.all([
      counts.lastDay(org, 'classify'),
      classified.page({ org }, { limit, newestFirst: true }),
    ])
    const { total = 0, tier2 = 0 } = day
    return reply(200, {
      total,
      by_method: countsOf(day, 'method'),
      by_confidence: countsOf(day, 'confidence'),
      by_pattern: countsOf(day, 'pattern'),
      tier2_share: total === 0 ? 0 : Math.round((tier2 / total) * 1_000) / 1_000,
      recent: [...recent.rows],
    })
  }),
  route(getHarnessTelemetry, async ({ caller }) => {
    const day = await counts.lastDay(scopesOf(caller).entitlementScope, 'harness')
    const runs = countsOf(day, 'step')
    const failed = countsOf(day, 'step_failed')
    const steps = Object.entries(runs).map(([use, count]) => [use, { runs: count, failed: failed[use] ?? 0 }] as const)
    return reply(200, { runs: day.runs ?? 0, failed: day.failed ?? 0, by_step: Object.fromEntries(steps) })
  }),
  route(getSimTelemetry, async () => {
    const last = await sims.get({})
    return reply(200, last ? { ...last, decks: [...last.decks] } : { at: null, decks: [] })
  }),
]
