import { Buffer } from 'node:buffer'
import { constants, inflateRawSync } from 'node:zlib'
import { decodePDFRawStream, PDFArray, type PDFDict, PDFName, PDFRawStream } from '@cantoo/pdf-lib'

/** Filters that one stream may pass. Writers use one, or a second for letters of ASCII. */
const FILTERS_MAX = 4
/** The library fills its buffers in steps, so that what it opens ends soon after the limit. */
const STEP = 16_384
/** What stands before deflated bytes. Their checksum, behind them, is no matter: readers show what they get. */
const ZLIB_HEADER = 2

const FILTER = PDFName.of('Filter')
const PARAMETERS = PDFName.of('DecodeParms')
const FLATE = PDFName.of('FlateDecode')

class TooLong extends Error {
  override readonly name = 'TooLong'
}

const within = (bytes: Uint8Array, room: number): Uint8Array => {
  if (bytes.length > room) throw new TooLong()
  return bytes
}

/** The library opens a whole block of deflated bytes at once, however much it becomes. zlib stops at the limit. */
const inflated = (bytes: Uint8Array, room: number): Uint8Array =>
  inflateRawSync(bytes.subarray(ZLIB_HEADER), {
    maxOutputLength: Math.max(room, 1),
    finishFlush: constants.Z_SYNC_FLUSH,
  })

/** Filters other than deflate become some hundred bytes at a time. */
const decoded = (dict: PDFDict, bytes: Uint8Array, room: number): Uint8Array => {
  const stream = decodePDFRawStream(PDFRawStream.of(dict, bytes))
  const parts = [] as Uint8Array[]
  let length = 0
  for (;;) {
    const part = stream.getBytes(STEP)
    if (part.length === 0) return Buffer.concat(parts)
    length += part.length
    if (length > room) throw new TooLong()
    parts.push(Uint8Array.from(part))
  }
}

const filtersOf = ({ dict }: PDFRawStream): readonly PDFName[] => {
  const filter = dict.lookup(FILTER)
  if (filter === undefined) return []
  if (filter instanceof PDFName) return [filter]
  if (!(filter instanceof PDFArray) || filter.size() > FILTERS_MAX) throw new Error('Its filters cannot be read')
  return Array.from({ length: filter.size() }, (_, nth) => filter.lookup(nth, PDFName))
}

/** Parameters of a filter, as the library takes them: a dictionary by itself, or one for each filter. */
const withOneFilter = ({ dict }: PDFRawStream, filter: PDFName, nth: number): PDFDict => {
  const one = dict.context.obj({})
  const parameters = dict.lookup(PARAMETERS)
  one.set(FILTER, filter)
  const part = parameters instanceof PDFArray ? parameters.lookup(nth) : parameters
  if (part !== undefined) one.set(PARAMETERS, part)
  return one
}

/**
 * What a stream of a PDF becomes. A megabyte can become a gigabyte, and the library opens it without asking.
 * @throws if it is more than `room`, or of filters that the library does not know
 */
export const openedBytes = (stream: PDFRawStream, room: number): Uint8Array =>
  filtersOf(stream).reduce(
    (bytes, filter, nth) =>
      filter === FLATE ? inflated(bytes, room) : decoded(withOneFilter(stream, filter, nth), bytes, room),
    within(stream.contents, filtersOf(stream).length === 0 ? room : Number.POSITIVE_INFINITY),
  )
