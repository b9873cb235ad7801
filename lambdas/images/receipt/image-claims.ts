import type * as z from 'zod'
import type { IMAGE } from '../contract/receipt-kinds.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { paintedPrompt, renderedBy } from '../jobs/job-view.ts'

type Claims = z.input<typeof IMAGE.claims>

/** Texts of callers may hold halves of characters, of which there is no UTF-8: each becomes U+FFFD. */
const text = (given: string): string => given.toWellFormed()

export const imageClaims = (row: JobRow): Claims => {
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
