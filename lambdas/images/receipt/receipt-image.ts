import type { Log, RunEvents } from '@signet/kernel'
import { type IssueReceipt, ReceiptStepsRefused, requireIssued } from '@signet/receipts/issuing'
import * as z from 'zod'
import { IMAGE } from '../contract/receipt-kinds.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { imageKey } from '../images/image-keys.ts'
import { keyOf } from '../jobs/job-keys.ts'
import { accountOf, type JobRow } from '../jobs/job-row.ts'
import { endOfLife } from '../jobs/job-timing.ts'
import { paintedPrompt, renderedBy } from '../jobs/job-view.ts'
import type { JobWorkerTable } from '../jobs/job-worker-table.ts'
import type { JobReceipts } from '../jobs/receipt-table.ts'

/** Replaces lone surrogates, which have no UTF-8, by U+FFFD. */
const text = (given: string): string => given.toWellFormed()

const imageClaims = (row: JobRow): z.input<typeof IMAGE.claims> => {
  const { job_id, original_prompt, quality_tier, output_format, aspect_ratio, order, rendering, created_at } = row
  const { negative_prompt, seed, strength, output_quality, width, height } = order
  const { modelId, painter } = renderedBy(row)
  return {
    jobId: job_id,
    prompt: text(original_prompt),
    model: modelId,
    provider: painter,
    tier: quality_tier,
    ...(order.enhanced ? { paintedPrompt: text(paintedPrompt(row)) } : {}),
    ...(negative_prompt === undefined ? {} : { negativePrompt: text(negative_prompt) }),
    format: output_format,
    ...(output_format === 'png' ? {} : { quality: output_quality }),
    aspectRatio: aspect_ratio,
    width: rendering?.width ?? width,
    height: rendering?.height ?? height,
    ...(seed === undefined ? {} : { seed }),
    ...(strength === undefined ? {} : { strengthThousandths: Math.round(strength * 1_000) }),
    createdAt: created_at,
    completedAt: row.completed_at ?? created_at,
  }
}

export interface ReceiptDeps {
  readonly jobs: Pick<JobWorkerTable, 'get'>
  readonly receipts: JobReceipts
  readonly bucket: Pick<ImageBucket, 'head' | 'noteReceipt' | 'remove'>
  readonly issue: IssueReceipt
  readonly isEnabled: boolean
  readonly log: Pick<Log, 'info'>
}

const CompletedEvent = z.object({ subject: z.string(), tenantid: z.string() })

const mayHaveReceipt = (row: JobRow | undefined): row is JobRow =>
  row?.state === 'completed' && row.removal_began_at === undefined

/** Issues the receipt and returns its hash; undefined if a deletion of the job has begun. */
const issueReceipt = async (
  { issue, receipts }: ReceiptDeps,
  row: JobRow,
  { org, sha256 }: { readonly org: string; readonly sha256: string },
): Promise<string | undefined> => {
  try {
    const { hash } = requireIssued(
      await issue(IMAGE, {
        org,
        key: `image:${row.job_id}`,
        ref: row.job_id,
        subject: { sha256 },
        claims: imageClaims(row),
        opensUntil: endOfLife(row),
        steps: (receipt) => [receipts.note(row, receipt)],
      }),
    )
    return hash
  } catch (error) {
    if (error instanceof ReceiptStepsRefused) return undefined
    throw error
  }
}

/** Issues the receipt and stores it with the image; only images of an account have one. */
const issueAndStoreReceipt = async (deps: ReceiptDeps, row: JobRow): Promise<void> => {
  const org = accountOf(row)
  const key = imageKey(row.job_id)
  // Undefined if the image was deleted.
  const sha256 = org === undefined ? undefined : (await deps.bucket.head(key))?.sha256
  if (org === undefined || sha256 === undefined) return
  const hash = await issueReceipt(deps, row, { org, sha256 })
  if (hash !== undefined) await deps.bucket.noteReceipt(key, hash)
}

/**
 * Issues the receipt of a completed image, and names it in the job and in the object's metadata. A second delivery
 * finds it issued. An image deleted in the meantime has no receipt, or one that cannot be opened, and is not restored.
 */
export const receiptImage = (deps: ReceiptDeps) =>
  ({
    'org.signet.job.completed.v1': async (event) => {
      if (!deps.isEnabled) return
      const { jobs, bucket, log } = deps
      const { subject: jobId, tenantid: tenantId } = CompletedEvent.parse(event)
      const row = await jobs.get({ tenantId, jobId })
      if (mayHaveReceipt(row)) {
        await issueAndStoreReceipt(deps, row)
        if (mayHaveReceipt(await jobs.get(keyOf(row)))) return
      }
      // A deletion may have been faster than this run's write to the object, or than that of a crashed run.
      log.info('receipt skipped: image deleted')
      await bucket.remove([imageKey(jobId)])
    },
  }) satisfies RunEvents
