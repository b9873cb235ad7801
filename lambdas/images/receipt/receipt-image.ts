import type { Log, RunEvents } from '@signet/kernel'
import { type IssueReceipt, ReceiptStepsRefused, requireIssued } from '@signet/receipts/issuing'
import * as z from 'zod'
import { IMAGE } from '../contract/receipt-kinds.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { imageKey } from '../images/image-keys.ts'
import { keyOf } from '../jobs/job-keys.ts'
import { accountOf, type JobRow } from '../jobs/job-row.ts'
import { endOfLife } from '../jobs/job-timing.ts'
import { finalPromptOf, rendererOf } from '../jobs/job-view.ts'
import type { JobWorkerTable } from '../jobs/job-worker-table.ts'
import type { JobReceipts } from '../jobs/receipt-table.ts'

/** Replaces lone surrogates, which cannot be encoded as UTF-8, by U+FFFD. */
const wellFormed = (value: string): string => value.toWellFormed()

const imageClaims = (row: JobRow): z.input<typeof IMAGE.claims> => {
  const { job_id, original_prompt, quality_tier, output_format, aspect_ratio, settings, rendering, created_at } = row
  const { negative_prompt, seed, strength, output_quality, width, height } = settings
  const { modelId, painter } = rendererOf(row)
  return {
    jobId: job_id,
    prompt: wellFormed(original_prompt),
    model: modelId,
    provider: painter,
    tier: quality_tier,
    ...(settings.enhanced ? { paintedPrompt: wellFormed(finalPromptOf(row)) } : {}),
    ...(negative_prompt === undefined ? {} : { negativePrompt: wellFormed(negative_prompt) }),
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

/** Issues the receipt and stores its hash with the image. Images without an account get none. */
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
 * Issues the receipt of a completed image, and stores its hash in the job and in the object's metadata. A repeated
 * event issues no second receipt. If the image is deleted in the meantime, it gets no receipt, or one whose claims
 * cannot be disclosed.
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
      // This run, or one that crashed, may have written the object after a deletion had removed it.
      log.info('receipt skipped: image deleted')
      await bucket.remove([imageKey(jobId)])
    },
  }) satisfies RunEvents
