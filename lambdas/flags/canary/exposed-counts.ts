import { type FlagSet, type HourlyUse, totalUse } from '@signet/flags/dynamodb'
import type { ExposedCounts } from './observe-canary.ts'

type UseOf = (set: FlagSet, key: string, since: Date) => Promise<readonly HourlyUse[]>

/** Before any flag of ours: counts go by their own lifetime. */
const EVER = new Date(0)

/** Evaluations that the share of a canary has decided, as libraries have counted them. */
export const exposedCounts =
  (useOf: UseOf): ExposedCounts =>
  async (set, { key }) =>
    totalUse(key, await useOf(set, key, EVER)).canary
