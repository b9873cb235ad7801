import { Buffer } from 'node:buffer'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { type JobKey, tenantPartition } from './job-keys.ts'
import type { JobRow } from './job-row.ts'

/** The long texts of a job: up to 8 KB each, while all the rest of its row stays under 1 KB. */
interface JobTexts {
  readonly original_prompt: string
  readonly negative_prompt?: string
}

/** A row as it is stored: with its texts, or with a note that they have a row of their own. */
export type StoredJob = Omit<JobRow, 'original_prompt'> & {
  readonly original_prompt?: string
  readonly texts?: 'apart'
}

/** Texts that fit into the row's first kilobyte, which every change of state writes again anyway. */
const INLINE_BYTES = 200

/** Primary key of a job's long texts. */
export const textsItemKey = ({ tenantId, jobId }: JobKey) => ({
  pk: tenantPartition(tenantId),
  sk: `TEXT#${jobId}`,
})

const bytesOf = ({ original_prompt, negative_prompt = '' }: JobTexts): number =>
  Buffer.byteLength(original_prompt) + Buffer.byteLength(negative_prompt)

/**
 * Takes long texts out of the row, so that changes of state do not pay for writing them again. They are stored
 * compressed: a write unit is a kilobyte.
 */
export const withoutTexts = (row: JobRow): { readonly stored: StoredJob; readonly texts?: Uint8Array } => {
  const { original_prompt, ...rest } = row
  const { negative_prompt, ...order } = row.order
  const texts = { original_prompt, ...(negative_prompt === undefined ? {} : { negative_prompt }) }
  if (bytesOf(texts) <= INLINE_BYTES) return { stored: row }
  return { stored: { ...rest, order, texts: 'apart' }, texts: brotliCompressSync(JSON.stringify(texts)) }
}

/** Puts them back. */
export const withTexts = ({ texts: _apart, ...stored }: StoredJob, packed: Uint8Array): JobRow => {
  const { original_prompt, negative_prompt } = JSON.parse(brotliDecompressSync(packed).toString()) as JobTexts
  return {
    ...stored,
    original_prompt,
    order: { ...stored.order, ...(negative_prompt === undefined ? {} : { negative_prompt }) },
  }
}
