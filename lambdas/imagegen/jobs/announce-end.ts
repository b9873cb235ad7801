import type { CloudEvent } from '@signet/contracts/events'
import type { EventBus } from '@signet/events'
import type { Log } from '@signet/kernel'
import { endedEvent } from './job-events.ts'
import type { JobRow } from './job-row.ts'
import type { ToldTable } from './told-table.ts'

/** Sends events of jobs; whether the bus took them all. Never fails: the sweeper sends what is left. */
export type Tell = (events: readonly CloudEvent[]) => Promise<boolean>

/** Tells of the end of a job, where that is not known to be done. Never fails either. */
export type AnnounceEnd = (ended: JobRow) => Promise<void>

export const tellOf =
  ({ bus, log }: { readonly bus: EventBus; readonly log: Pick<Log, 'warn'> }): Tell =>
  async (events) => {
    const ids = events.map(({ id }) => id)
    try {
      const taken = await bus.send(events)
      if (taken.length < events.length) log.warn('events of a job wait for the sweeper', { events: ids })
      return taken.length === events.length
    } catch (error) {
      log.warn('events of a job wait for the sweeper', { events: ids, error })
      return false
    }
  }

export interface AnnounceDeps {
  readonly tell: Tell
  readonly told: ToldTable
  readonly log: Pick<Log, 'warn'>
}

/** The end is told at least once: only what the bus took is noted as told. */
export const announceEnd =
  ({ tell, told, log }: AnnounceDeps): AnnounceEnd =>
  async (ended) => {
    if (!ended.untold || !(await tell([endedEvent(ended)]))) return
    await told.noteTold(ended).catch((error: unknown) => {
      log.warn('the end of a job will be told again', { job_id: ended.job_id, error })
    })
  }
