import { addMs, epochSeconds } from '@signet/kernel'
import { RETENTION } from '../contract/retention.ts'
import { type JobRow, ownInputs } from './job-row.ts'
import { nextCheckAt } from './job-webhook.ts'

export const jobExpiry = (createdAt: Date): number => epochSeconds(createdAt) + RETENTION.jobDays * 86_400

export const endOfLife = ({ expires_at }: Pick<JobRow, 'expires_at'>): Date => new Date(expires_at * 1000)

/**
 * Longer than the timeout of the asset function: a rendition that was begun before the job expired is stored by then.
 */
export const RENDITIONS_END_MS = 5 * 60_000

/** Time at which the sweeper removes all objects of a job. No rendition is stored later, so none outlives its image. */
export const removalDue = (row: Pick<JobRow, 'expires_at'>): Date => addMs(endOfLife(row), RENDITIONS_END_MS)

/** A week, so that the sweeper can remove the objects before DynamoDB deletes the row that names them. */
const TTL_DELAY_SECONDS = 7 * 86_400

/** Returns the `ttl` attribute of a job's row: the time from which DynamoDB may delete it, in epoch seconds. */
export const itemTtl = ({ expires_at }: Pick<JobRow, 'expires_at'>): number => expires_at + TTL_DELAY_SECONDS

/**
 * Time at which source and mask of an ended job are to be removed: a day after the end. Undefined without own inputs.
 */
export const inputsDue = (row: JobRow): Date | undefined => {
  if (ownInputs(row).length === 0 || row.inputs_removed || row.completed_at === undefined) return undefined
  return addMs(new Date(row.completed_at), RETENTION.transientInputHours * 3_600_000)
}

/** The function that ends a job publishes the end within seconds. */
const PUBLISH_AGAIN_AFTER_MS = 30_000

/** Time at which the sweeper publishes the end, should it not be published by then; undefined once it is published. */
export const publishAgainAt = ({ event_pending: endUnpublished, completed_at }: JobRow): Date | undefined =>
  endUnpublished && completed_at !== undefined ? addMs(new Date(completed_at), PUBLISH_AGAIN_AFTER_MS) : undefined

/**
 * Time of the sweeper's next action on an ended job: publishing its end, checking for a lost webhook attempt, removing
 * source and mask, or removing everything at the end of its life.
 */
export const nextDue = (row: JobRow): Date => {
  const due = [publishAgainAt(row), nextCheckAt(row.webhook), inputsDue(row), removalDue(row)].filter(
    (at) => at !== undefined,
  )
  return new Date(Math.min(...due.map((at) => at.getTime())))
}

/** Minimum age of open jobs that the sweeper handles: younger jobs are still in progress. */
export const SWEEP_MIN_AGE_MS = 60_000

/** The `since` of a new job's index entry. It makes the sweeper handle the job at its deadline at the latest. */
export const openSince = ({ created_at, deadline_at }: Pick<JobRow, 'created_at' | 'deadline_at'>): string => {
  if (deadline_at === undefined) return created_at
  const early = addMs(new Date(deadline_at), -SWEEP_MIN_AGE_MS).toISOString()
  return early < created_at ? early : created_at
}

export const DEADLINE_CODE = 'deadline_exceeded'

export const isPastDeadline = ({ state, deadline_at }: JobRow, now: Date): boolean =>
  state === 'queued' && deadline_at !== undefined && new Date(deadline_at) <= now
