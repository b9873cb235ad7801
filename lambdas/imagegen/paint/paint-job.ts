import type { Log } from '@signet/kernel'
import type { ImageBucket } from '../images/image-bucket.ts'
import { masterKey } from '../images/image-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import type { JobStep } from '../jobs/job-step.ts'
import type { JobTable } from '../jobs/job-table.ts'
import { type Painter, PaintingRefused } from '../painters/painter.ts'

export interface PaintDeps {
  readonly jobs: JobTable
  readonly bucket: ImageBucket
  readonly painterNamed: (name: string) => Painter
  readonly log: Log
}

/** `painted`: go on to encode. Anything else: there is nothing left to do for this execution. */
export interface PaintOutcome {
  readonly outcome: 'painted' | 'gone' | 'ended'
}

const input = async (bucket: ImageBucket, key: string | undefined, what: string): Promise<Uint8Array | undefined> => {
  if (key === undefined) return undefined
  const bytes = await bucket.read(key)
  if (!bytes) throw new PaintingRefused('invalid_source', `The ${what} image is no longer there`)
  return bytes
}

const paintMaster = async ({ bucket, painterNamed }: PaintDeps, row: JobRow, signal: AbortSignal): Promise<void> => {
  const { order } = row
  const painting = await painterNamed(row.painter).paint(
    {
      prompt: row.original_prompt,
      negativePrompt: order.negative_prompt,
      modelId: order.model_id,
      width: order.width,
      height: order.height,
      seed: order.seed,
      source: await input(bucket, order.source_key, 'source'),
      mask: await input(bucket, order.mask_key, 'mask'),
      strength: order.strength,
    },
    signal,
  )
  await bucket.put(masterKey(row.job_id), painting.bytes, { contentType: painting.contentType })
}

/**
 * queued or processing -> encoding. May be cut off at any line and run again: the master is stored under the job's own
 * key before the state moves, and a run that finds it there does not paint (or pay) a second time.
 */
export const paintJob =
  (deps: PaintDeps) =>
  async ({ tenantId, jobId }: JobStep, signal: AbortSignal): Promise<PaintOutcome> => {
    const { jobs, bucket, log } = deps
    const found = await jobs.get({ tenantId, jobId })
    if (!found) return { outcome: 'gone' }
    if (found.state === 'encoding') return { outcome: 'painted' }
    const started = found.state === 'queued' ? await jobs.move(found, 'start') : found
    if (!started) return paintJob(deps)({ tenantId, jobId }, signal)
    if (started.state !== 'processing') return { outcome: 'ended' }

    const isRerun = found.state === 'processing'
    if (!(isRerun && (await bucket.exists(masterKey(jobId))))) await paintMaster(deps, started, signal)
    const painted = await jobs.move(started, 'paint')
    if (painted) return { outcome: 'painted' }

    const now = await jobs.get({ tenantId, jobId })
    if (now?.state === 'encoding' || now?.state === 'completed') return { outcome: 'painted' }
    // Deleted or given up while we painted: nobody else knows of the master.
    log.info('a painting was no longer wanted', { job_id: jobId })
    await bucket.remove([masterKey(jobId)])
    return { outcome: now ? 'ended' : 'gone' }
  }
