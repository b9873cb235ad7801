import { type FlagSet, type HourlyUse, totalUse } from '@signet/flags/dynamodb'
import type { ExposedCounts } from './observe-canary.ts'

type UseOf = (set: FlagSet, key: string, since: Date) => Promise<readonly HourlyUse[]>

/** Before any flag of ours: counts go by their own lifetime. */
const EVER = new Date(0)

/** Everybody who got something else than the default has got what is rolled out. */
export const exposedCounts =
  (useOf: UseOf): ExposedCounts =>
  async (set, { key, default: fallback }) => {
    const { variants, errors } = totalUse(key, await useOf(set, key, EVER))
    const exposed = (counts: Readonly<Record<string, number>>): number =>
      Object.entries(counts).reduce((sum, [answer, count]) => (answer === String(fallback) ? sum : sum + count), 0)
    return { evaluations: exposed(variants), errors: exposed(errors) }
  }
