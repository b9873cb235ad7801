import type { ScheduleTrigger } from '@signet/kernel/access'
import { type Config, isWatched } from '../config.ts'
import type { PlatformService } from '../services.ts'

export const INTERVAL_MINUTES: Readonly<Record<ScheduleTrigger['every'], number>> = {
  minute: 1,
  '15 minutes': 15,
  hour: 60,
  day: 1440,
}

/**
 * Returns the schedule group of a watched stage, by which EventBridge Scheduler counts its runs; undefined for the
 * account's default group.
 */
export const scheduleGroup = (config: Config): string | undefined =>
  isWatched(config) ? `signet-${config.stage}` : undefined

export const runsWithin = (minutes: number, services: readonly PlatformService[]): number =>
  services
    .flatMap(({ access }) => Object.values(access).flatMap(({ schedule }) => (schedule ? [schedule] : [])))
    .reduce((sum, { every }) => sum + minutes / INTERVAL_MINUTES[every], 0)
