import type { ObjectFacts } from './object-facts.ts'

/** Headers about the client's copy (RFC 9110 13.1 and 14.2), as received. */
export interface ConditionalHeaders {
  readonly ifNoneMatch?: string | undefined
  readonly ifModifiedSince?: string | undefined
  readonly ifRange?: string | undefined
  readonly range?: string | undefined
}

type Validators = Pick<ObjectFacts, 'lastModified'> & { readonly etag: string | undefined }

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

const IMF_FIXDATE = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC_850 = /^\w{6,9}, \d{2}-\w{3}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** Parses an HTTP date in one of its three forms (RFC 9110 5.6.7) into milliseconds; undefined for other text. */
const httpDate = (text: string): number | undefined => {
  const isKnown = IMF_FIXDATE.test(text) || RFC_850.test(text)
  const time = isKnown ? Date.parse(text) : ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** HTTP dates have no fractions of a second. */
const wholeSeconds = (at: Date): number => Math.floor(at.getTime() / 1000) * 1000

/** Checks that the client's copy is current: If-None-Match by weak comparison, or If-Modified-Since without it. */
export const isCurrent = (
  { ifNoneMatch, ifModifiedSince }: Pick<ConditionalHeaders, 'ifNoneMatch' | 'ifModifiedSince'>,
  { etag, lastModified }: Validators,
): boolean => {
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() === '*') return true
    return [...ifNoneMatch.matchAll(TAG)].some(([, opaque]) => opaque === etag)
  }
  const since = ifModifiedSince === undefined ? undefined : httpDate(ifModifiedSince.trim())
  return since !== undefined && lastModified !== undefined && wholeSeconds(lastModified) <= since
}

/**
 * Checks that the client's copy is current, by strong comparison, so that the answer may be only the requested range
 * (RFC 9110 13.1.5).
 */
export const rangeMatchesCopy = (ifRange: string, { etag, lastModified }: Validators): boolean => {
  const text = ifRange.trim()
  if (text.startsWith('"')) return text === etag
  return lastModified !== undefined && httpDate(text) === wholeSeconds(lastModified)
}

const ONE_RANGE = /^bytes=[ \t]*(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))[ \t]*$/i

/**
 * Returns the single byte range of a request (RFC 9110 14.1.2) in the bucket's form. Undefined for the whole object,
 * several ranges, other units and malformed values.
 */
export const byteRange = (range: string | undefined): string | undefined => {
  const [, first, last = '', suffix] = ONE_RANGE.exec(range ?? '') ?? []
  if (suffix !== undefined) return `bytes=-${Number(suffix)}`
  if (first === undefined || (last !== '' && Number(last) < Number(first))) return undefined
  return `bytes=${Number(first)}-${last === '' ? '' : Number(last)}`
}
