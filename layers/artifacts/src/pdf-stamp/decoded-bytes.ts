import { Buffer } from 'node:buffer'
import { constants, inflateRawSync } from 'node:zlib'
import { decodePDFRawStream, PDFArray, type PDFDict, PDFName, PDFRawStream } from '@cantoo/pdf-lib'

/** Maximum filters of one stream. Writers use one, or a second one for ASCII. */
const FILTERS_MAX = 4
/** The library fills its buffers in steps, so that decoding ends soon after the limit. */
const STEP = 16_384
/** Length of the header before deflated bytes. The checksum after them is ignored, as readers do. */
const ZLIB_HEADER = 2

const FILTER = PDFName.of('Filter')
const PARAMETERS = PDFName.of('DecodeParms')
const FLATE = PDFName.of('FlateDecode')

class DecodedTooLargeError extends Error {
  override readonly name = 'TooLong'
}

const requireAtMost = (bytes: Uint8Array, maxBytes: number): Uint8Array => {
  if (bytes.length > maxBytes) throw new DecodedTooLargeError()
  return bytes
}

/** The library inflates a whole block at once, however large. zlib stops at the limit. */
const inflate = (bytes: Uint8Array, maxBytes: number): Uint8Array =>
  inflateRawSync(bytes.subarray(ZLIB_HEADER), {
    maxOutputLength: Math.max(maxBytes, 1),
    finishFlush: constants.Z_SYNC_FLUSH,
  })

/** Filters other than deflate produce a few hundred bytes at a time. */
const decode = (dict: PDFDict, bytes: Uint8Array, maxBytes: number): Uint8Array => {
  const stream = decodePDFRawStream(PDFRawStream.of(dict, bytes))
  const parts = [] as Uint8Array[]
  let length = 0
  for (;;) {
    const part = stream.getBytes(STEP)
    if (part.length === 0) return Buffer.concat(parts)
    length += part.length
    if (length > maxBytes) throw new DecodedTooLargeError()
    parts.push(Uint8Array.from(part))
  }
}

const filtersOf = ({ dict }: PDFRawStream): readonly PDFName[] => {
  const filter = dict.lookup(FILTER)
  if (filter === undefined) return []
  if (filter instanceof PDFName) return [filter]
  if (!(filter instanceof PDFArray) || filter.size() > FILTERS_MAX)
    throw new Error('The filters of the PDF cannot be read')
  return Array.from({ length: filter.size() }, (_, nth) => filter.lookup(nth, PDFName))
}

/** Parameters of a filter as the library takes them: one dictionary, or one per filter. */
const withOneFilter = ({ dict }: PDFRawStream, filter: PDFName, nth: number): PDFDict => {
  const filterDict = dict.context.obj({})
  const parameters = dict.lookup(PARAMETERS)
  filterDict.set(FILTER, filter)
  const filterParameters = parameters instanceof PDFArray ? parameters.lookup(nth) : parameters
  if (filterParameters !== undefined) filterDict.set(PARAMETERS, filterParameters)
  return filterDict
}

/**
 * Decodes a stream of a PDF. A megabyte can become a gigabyte, and the library decodes it without a limit.
 * @throws Error if the result exceeds `maxBytes`, or for a filter that the library does not support
 */
export const decodedBytes = (stream: PDFRawStream, maxBytes: number): Uint8Array =>
  filtersOf(stream).reduce(
    (bytes, filter, nth) =>
      filter === FLATE ? inflate(bytes, maxBytes) : decode(withOneFilter(stream, filter, nth), bytes, maxBytes),
    requireAtMost(stream.contents, filtersOf(stream).length === 0 ? maxBytes : Number.POSITIVE_INFINITY),
  )
