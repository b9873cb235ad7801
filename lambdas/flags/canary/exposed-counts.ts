import { type FlagSet, type HourlyUse, totalUse } from '@signet/flags/dynamodb'
import type { ExposedCounts } from './observe-canary.ts'

type UseOf = (set: FlagSet, key: string, since: Date) => Promise<readonly HourlyUse[]>

/** Earlier than any flag, so that all counts that have not expired are read. */
const EPOCH = new Date(0)

export const exposedCounts =
  (useOf: UseOf): ExposedCounts =>
  async (set, { key }) =>
    totalUse(key, await useOf(set, key, EPOCH)).canary
