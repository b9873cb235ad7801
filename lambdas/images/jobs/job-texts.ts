import { Buffer } from 'node:buffer'
import type { Enhancement } from '../enhance/enhance-prompt.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { textsKey } from '../images/image-keys.ts'
import type { JobRow } from './job-row.ts'
import { endOfLife } from './job-timing.ts'
import type { JobWebhook } from './job-webhook.ts'

export type TextBucket = Pick<ImageBucket, 'put' | 'read' | 'remove'>

/**
 * Texts of a job, which may be long and never change: at most about 20 KB. The other fields of the row stay under 1 KB.
 * A row is written five times until its end is published, and each write is billed per kilobyte.
 */
interface JobTexts {
  readonly original_prompt: string
  readonly negative_prompt?: string | undefined
  readonly enhanced?: Enhancement | undefined
  readonly webhook?: Pick<JobWebhook, 'url' | 'base_url'> | undefined
}

/** Bytes that one write unit covers. */
const UNIT_BYTES = 1024

/**
 * Bytes that a row grows by from admission until after the end of the job: keys, index, TTL, charge, times, rendering,
 * receipt and the outbox mark.
 */
const GROWS_BY = 483
/** Bytes that a webhook's next attempt and the method of background removal add. */
const GROWS_BY_WEBHOOK = 67
const GROWS_BY_CUT_OUT = 85

/** Returns the size of a value in bytes, by DynamoDB's rules: 3 bytes per list or map, 1 byte per element. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 1 + sizeOf(each), 3)
  if (typeof value !== 'object' || value === null) return String(value).length
  return Object.entries(value).reduce((sum, [name, each]) => sum + name.length + 1 + sizeOf(each), 3)
}

const textsOf = ({ original_prompt, settings: { negative_prompt, enhanced }, webhook }: JobRow): JobTexts => ({
  original_prompt,
  negative_prompt,
  enhanced,
  webhook: webhook && { url: webhook.url, base_url: webhook.base_url },
})

/** Returns whether a new row would exceed a kilobyte by its end with its texts inline. */
export const hasLongTexts = (row: JobRow): boolean => {
  const growth = GROWS_BY + (row.webhook ? GROWS_BY_WEBHOOK : 0) + (row.settings.cut_out ? GROWS_BY_CUT_OUT : 0)
  return sizeOf(row) + growth > UNIT_BYTES
}

/** Returns the part of a webhook that is stored in the row: no URLs if the texts are stored separately. */
export const webhookInRow = ({ texts }: JobRow, webhook: JobWebhook): JobWebhook =>
  texts === 'separate' ? { ...webhook, url: '', base_url: '' } : webhook

export const withoutTexts = (row: JobRow): JobRow => {
  const { negative_prompt: _negative, enhanced: _enhanced, ...settings } = row.settings
  const blank: JobRow = { ...row, original_prompt: '', settings, texts: 'separate' }
  return row.webhook ? { ...blank, webhook: webhookInRow(blank, row.webhook) } : blank
}

const withTexts = (row: JobRow, { original_prompt, negative_prompt, enhanced, webhook }: JobTexts): JobRow => ({
  ...row,
  original_prompt,
  settings: {
    ...row.settings,
    ...(negative_prompt === undefined ? {} : { negative_prompt }),
    ...(enhanced ? { enhanced } : {}),
  },
  ...(row.webhook && webhook ? { webhook: { ...row.webhook, ...webhook } } : {}),
})

/** Returns the row with the texts of an earlier read of the same job: they never change. */
export const withTextsOf = (row: JobRow, complete: JobRow): JobRow =>
  row.texts === 'separate' ? withTexts(row, textsOf(complete)) : row

/** Stores the row's texts until the end of its life. Must run before the row itself is stored. */
export const storeTexts = async (bucket: TextBucket, row: JobRow): Promise<void> => {
  const bytes = Buffer.from(JSON.stringify(textsOf(row)))
  await bucket.put(textsKey(row.job_id), bytes, { contentType: 'application/json', expiresAt: endOfLife(row) })
}

/** Reads the row's texts; undefined if they do not exist because the job was deleted. */
export const readTexts = async (bucket: TextBucket, row: JobRow): Promise<JobRow | undefined> => {
  const bytes = await bucket.read(textsKey(row.job_id))
  return bytes && withTexts(row, JSON.parse(Buffer.from(bytes).toString()) as JobTexts)
}
