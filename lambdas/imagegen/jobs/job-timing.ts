import { addMs, epochSeconds } from '@signet/kernel'
import { RETENTION } from '../contract/retention.ts'
import { type JobRow, ownInputs } from './job-row.ts'
import { lookAgainAt } from './job-webhook.ts'

/** When the job's row stops being read, in epoch seconds. */
export const jobExpiry = (createdAt: Date): number => epochSeconds(createdAt) + RETENTION.jobDays * 86_400

/** When everything of a job goes: its row, its images and whatever was made of them. */
export const endOfLife = ({ expires_at }: Pick<JobRow, 'expires_at'>): Date => new Date(expires_at * 1000)

/** Longer than a function of assets may run: whoever began a rendition before the end of life has stored it by then. */
export const RENDITIONS_END_MS = 5 * 60_000

/** When the sweeper removes everything of a job: no rendition of it comes later, so none outlives its image. */
export const removalDue = (row: Pick<JobRow, 'expires_at'>): Date => addMs(endOfLife(row), RENDITIONS_END_MS)

/** A week: the sweeper, who alone removes the objects, comes before DynamoDB collects the row that names them. */
const COLLECTED_AFTER_SECONDS = 7 * 86_400

/** From when on DynamoDB may collect the row, in epoch seconds. */
export const collectedFrom = ({ expires_at }: Pick<JobRow, 'expires_at'>): number =>
  expires_at + COLLECTED_AFTER_SECONDS

/** When source and mask of a job that has ended are to go: a day after the end; undefined when it has none of its own. */
export const inputsDue = (row: JobRow): Date | undefined => {
  if (ownInputs(row).length === 0 || row.inputs_removed || row.completed_at === undefined) return undefined
  return addMs(new Date(row.completed_at), RETENTION.transientInputHours * 3_600_000)
}

/** Whoever ends a job tells of it within seconds. */
const PUBLISH_AGAIN_AFTER_MS = 30_000

/** When the sweeper is to tell of the end, should nobody have done so; undefined when it is told. */
export const publishAgainAt = ({ untold: endUnpublished, completed_at }: JobRow): Date | undefined =>
  endUnpublished && completed_at !== undefined ? addMs(new Date(completed_at), PUBLISH_AGAIN_AFTER_MS) : undefined

/**
 * When the sweeper is to look at a job that has ended next: to tell of its end, whether a notification was lost, to remove
 * source and mask, or to remove everything after the end of its life.
 */
export const nextDue = (row: JobRow): Date => {
  const due = [publishAgainAt(row), lookAgainAt(row.webhook), inputsDue(row), removalDue(row)].filter(
    (at) => at !== undefined,
  )
  return new Date(Math.min(...due.map((at) => at.getTime())))
}

/** A job younger than this is on its way; from then on the sweeper looks at it. */
export const ON_ITS_WAY_MS = 60_000

/** Since when a new job is to stand in the index: so that the sweeper comes by at its deadline at the latest. */
export const openSince = ({ created_at, deadline_at }: Pick<JobRow, 'created_at' | 'deadline_at'>): string => {
  if (deadline_at === undefined) return created_at
  const early = addMs(new Date(deadline_at), -ON_ITS_WAY_MS).toISOString()
  return early < created_at ? early : created_at
}

/** Whether the job should have been begun by now and was not. */
export const isPastDeadline = ({ state, deadline_at }: JobRow, now: Date): boolean =>
  state === 'queued' && deadline_at !== undefined && new Date(deadline_at) <= now
