import { Buffer } from 'node:buffer'
import type { Enhancement } from '../enhance/enhance-prompt.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { textsKey } from '../images/image-keys.ts'
import type { JobRow } from './job-row.ts'
import { endOfLife } from './job-timing.ts'
import type { JobWebhook } from './job-webhook.ts'

/** Where long texts of jobs are kept. */
export type TextBucket = Pick<ImageBucket, 'put' | 'read' | 'remove'>

/**
 * What of a job may be long and never changes: some 20 KB at most, while all the rest of its row stays under 1 KB. A row
 * is written five times until its end is told, and every kilobyte is paid each time.
 */
interface JobTexts {
  readonly original_prompt: string
  readonly negative_prompt?: string | undefined
  readonly enhanced?: Enhancement | undefined
  readonly webhook?: Pick<JobWebhook, 'url' | 'base_url'> | undefined
}

/** What one write unit pays for. */
const UNIT_BYTES = 1024

/** What a row has more at its end than when it is composed: keys, index, TTL, charge, times, who drew, and that nobody was told. */
const GROWS_BY = 398
/** The same of a webhook's next attempt, and of how a background was removed. */
const GROWS_BY_WEBHOOK = 45
const GROWS_BY_CUT_OUT = 85

/** What DynamoDB counts for a value, or a little more. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 1 + sizeOf(each), 3)
  if (typeof value !== 'object' || value === null) return String(value).length
  return Object.entries(value).reduce((sum, [name, each]) => sum + name.length + 1 + sizeOf(each), 3)
}

const textsOf = ({ original_prompt, order: { negative_prompt, enhanced }, webhook }: JobRow): JobTexts => ({
  original_prompt,
  negative_prompt,
  enhanced,
  webhook: webhook && { url: webhook.url, base_url: webhook.base_url },
})

/** Whether a new row would come to more than a kilobyte by its end, were its texts to stay in it. */
export const hasLongTexts = (row: JobRow): boolean => {
  const grows = GROWS_BY + (row.webhook ? GROWS_BY_WEBHOOK : 0) + (row.order.cut_out ? GROWS_BY_CUT_OUT : 0)
  return sizeOf(row) + grows > UNIT_BYTES
}

/** What the row itself holds of a webhook: no addresses where its texts are apart. */
export const webhookInRow = ({ texts }: JobRow, webhook: JobWebhook): JobWebhook =>
  texts === 'apart' ? { ...webhook, url: '', base_url: '' } : webhook

/** The row as it is stored beside an object with its texts. */
export const withoutTexts = (row: JobRow): JobRow => {
  const { negative_prompt: _negative, enhanced: _enhanced, ...order } = row.order
  const blank: JobRow = { ...row, original_prompt: '', order, texts: 'apart' }
  return row.webhook ? { ...blank, webhook: webhookInRow(blank, row.webhook) } : blank
}

const withTexts = (row: JobRow, { original_prompt, negative_prompt, enhanced, webhook }: JobTexts): JobRow => ({
  ...row,
  original_prompt,
  order: {
    ...row.order,
    ...(negative_prompt === undefined ? {} : { negative_prompt }),
    ...(enhanced ? { enhanced } : {}),
  },
  ...(row.webhook && webhook ? { webhook: { ...row.webhook, ...webhook } } : {}),
})

/** The row as it stands with the texts of the same job as it was read before: they never change. */
export const withTextsOf = (row: JobRow, whole: JobRow): JobRow =>
  row.texts === 'apart' ? withTexts(row, textsOf(whole)) : row

/** Stores the row's texts until the end of its life; to be done before the row itself is. */
export const keepTexts = async (bucket: TextBucket, row: JobRow): Promise<void> => {
  const bytes = Buffer.from(JSON.stringify(textsOf(row)))
  await bucket.put(textsKey(row.job_id), bytes, { contentType: 'application/json', expiresAt: endOfLife(row) })
}

/** The row with its texts; undefined when they are gone, as they are once the job was deleted. */
export const readTexts = async (bucket: TextBucket, row: JobRow): Promise<JobRow | undefined> => {
  const bytes = await bucket.read(textsKey(row.job_id))
  return bytes && withTexts(row, JSON.parse(Buffer.from(bytes).toString()) as JobTexts)
}
