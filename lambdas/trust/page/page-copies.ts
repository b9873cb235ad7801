import { createHash } from 'node:crypto'
import { isCurrent } from '@signet/kernel/bucket'

/** Seconds for which a copy of a page is good. */
const SECONDS = 60

/** The headers of copies of a text. Its freshness changes with the day, and its receipt may be withdrawn. */
export const copyHeaders = (text: string) => ({
  etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`,
  'cache-control': `public, max-age=${SECONDS}`,
  'x-content-type-options': 'nosniff',
})

/** Whether the client has this very copy (RFC 9110 13.1.2). */
export const hasCopy = (ifNoneMatch: string | undefined, etag: string): boolean =>
  isCurrent({ ifNoneMatch }, { etag, lastModified: undefined })
