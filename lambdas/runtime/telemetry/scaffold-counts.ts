import type { HourCounts } from './hour-counts-table.ts'

interface ScaffoldMetrics {
  readonly output: { readonly pattern: string; readonly patternVersion: string }
  readonly metrics: { readonly classify_us: number; readonly render_us: number }
}

export interface ScaffoldCounts {
  countCreated(org: string, scaffold: ScaffoldMetrics): Promise<void>
  countOutcome(org: string, status: 'deployed' | 'failed', pattern: string): Promise<void>
  /** Runs `work` and counts a failed scaffold if it throws. */
  countIfFailed<Result>(org: string, work: () => Promise<Result>): Promise<Result>
}

/** Upper bounds of the counted durations. Longer ones are counted with the last bound. */
const BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000] as const
const LONGEST_MS = 30_000

const boundOf = (ms: number): number => BOUNDS_MS.find((bound) => ms <= bound) ?? LONGEST_MS

export const scaffoldCounts = (counts: Pick<HourCounts, 'add'>): ScaffoldCounts => ({
  countCreated: (org, { output, metrics }) =>
    counts.add(org, 'scaffold', {
      runs: 1,
      [`pattern:${output.pattern}@${output.patternVersion}`]: 1,
      [`ms:${boundOf((metrics.classify_us + metrics.render_us) / 1_000)}`]: 1,
    }),
  countOutcome: (org, status, pattern) => counts.add(org, 'scaffold', { [`${status}:${pattern}`]: 1 }),
  async countIfFailed(org, work) {
    try {
      return await work()
    } catch (error) {
      await counts.add(org, 'scaffold', { runs: 1, failed: 1 })
      throw error
    }
  },
})
