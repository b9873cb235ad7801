import { createHash } from 'node:crypto'
import type { Clock, Log } from '@signet/kernel'
import { cycleAt } from '../cycles/cycle-message.ts'
import type { CycleQueue } from './cycle-queue.ts'
import type { EnabledMonitorTable } from './enabled-monitor-table.ts'

/** Monitors are spread over this time, each always at the same offset. */
export const SPREAD_SECONDS = 300

export interface DispatchDeps {
  readonly monitors: EnabledMonitorTable
  readonly queue: CycleQueue
  readonly stage: string
  readonly now: Clock
  readonly log: Log
}

export const delayOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % (SPREAD_SECONDS + 1)

/**
 * Requests a cycle of every platform of every monitor of this stage. Repetition is harmless, because a cycle is read
 * once.
 */
export const dispatchCycles =
  ({ monitors, queue, stage, now, log }: DispatchDeps) =>
  async (): Promise<{ readonly cycle: string; readonly messages: number }> => {
    const cycle = cycleAt(now())
    const enabledMonitors = (await monitors.list()).filter((monitor) => monitor.stage === stage)
    const cycles = enabledMonitors.flatMap(({ org, tenant, platforms }) =>
      platforms.map((platform) => ({
        message: { org, tenant, platform, cycle },
        delaySeconds: delayOf(`${org}/${tenant}/${platform}`),
      })),
    )
    await queue.send(cycles)
    log.info('cycles requested', { cycle, monitors: enabledMonitors.length, messages: cycles.length })
    return { cycle, messages: cycles.length }
  }
