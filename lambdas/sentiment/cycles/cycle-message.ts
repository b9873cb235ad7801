import * as z from 'zod'
import { Platform } from '../contract/monitor.ts'

export const CycleMessage = z.object({
  org: z.string(),
  tenant: z.string(),
  platform: Platform,
  /** Scheduled time of the cycle: a multiple of 15 minutes. */
  cycle: z.iso.datetime(),
})
export type CycleMessage = z.infer<typeof CycleMessage>

export const CYCLE_MS = 15 * 60_000

export const cycleAt = (at: Date): string => new Date(Math.floor(at.getTime() / CYCLE_MS) * CYCLE_MS).toISOString()
