import { ImageRefused } from '@signet/imaging/image-provider'
import type { Clock, Log } from '@signet/kernel'
import type { ImageBucket } from '../images/image-bucket.ts'
import { masterKey } from '../images/image-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import type { JobStep, RefusedStep } from '../jobs/job-step.ts'
import { isPastDeadline } from '../jobs/job-timing.ts'
import type { JobWorkerTable } from '../jobs/job-worker-table.ts'
import { DEADLINE_EXCEEDED } from '../settle/expire-job.ts'
import { findOrPaintMaster, type PaintMasterDeps } from './paint-master.ts'

export interface PaintDeps extends PaintMasterDeps {
  readonly jobs: JobWorkerTable
  readonly bucket: ImageBucket
  readonly now: Clock
  readonly log: Log
}

/**
 * `painted`: continue with encoding. `refused`: settle the job with this reason. `gone` (deleted) and `ended`: stop.
 */
export type PaintOutcome = { readonly outcome: 'painted' | 'gone' | 'ended' } | RefusedStep

/** An expected refusal is an outcome. Other refusals are thrown, so that they count as errors of the function. */
const refusalOf = (error: unknown): RefusedStep => {
  if (!(error instanceof ImageRefused && error.isExpected)) throw error
  return { outcome: 'refused', error: error.userMessage, error_code: error.code }
}

const finishPainting = async (
  { jobs, bucket, log }: PaintDeps,
  row: JobRow,
  rendering: JobRow['rendering'],
): Promise<PaintOutcome> => {
  if (rendering && (await jobs.move(row, 'paint', { rendering }))) {
    log.info('job painted', { model: rendering.model_id, painter: rendering.painter })
    return { outcome: 'painted' }
  }
  const { tenant_id: tenantId, job_id: jobId } = row
  const current = await jobs.get({ tenantId, jobId })
  if (current?.state === 'encoding' || current?.state === 'completed') return { outcome: 'painted' }
  // The job was deleted or ended in the meantime. Only this run can remove the master that it stored.
  log.info('painting discarded: job ended or deleted')
  await bucket.remove([masterKey(jobId)])
  return { outcome: current ? 'ended' : 'gone' }
}

/**
 * queued or processing -> encoding. A run may be interrupted anywhere and repeated: the master is stored under the
 * job's key before the state changes, and a later run that finds it does not call the provider again.
 */
export const paintJob =
  (deps: PaintDeps) =>
  async ({ tenantId, jobId }: JobStep, signal: AbortSignal): Promise<PaintOutcome> => {
    const { jobs } = deps
    const row = await jobs.get({ tenantId, jobId })
    if (!row) return { outcome: 'gone' }
    if (row.state === 'encoding') return { outcome: 'painted' }
    if (isPastDeadline(row, deps.now())) return { outcome: 'refused', ...DEADLINE_EXCEEDED }
    const started = row.state === 'queued' ? await jobs.move(row, 'start') : row
    if (!started) return paintJob(deps)({ tenantId, jobId }, signal)
    if (started.state !== 'processing') return { outcome: 'ended' }
    try {
      const rendering = await findOrPaintMaster(deps, started, { isRerun: row.state === 'processing', signal })
      return await finishPainting(deps, started, rendering)
    } catch (error) {
      return refusalOf(error)
    }
  }
