import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFName,
  PDFNumber,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFXRefStreamParser,
} from '@cantoo/pdf-lib'
import { decodedBytes } from './decoded-bytes.ts'
import { ENTRIES_MAX, OBJECT_BYTES_MAX } from './limits.ts'

const remainingBytes = new WeakMap<PDFContext, number>()

const decodedStream = (stream: PDFRawStream): PDFRawStream => {
  const { dict } = stream
  const maxBytes = remainingBytes.get(dict.context) ?? OBJECT_BYTES_MAX
  const bytes = decodedBytes(stream, maxBytes)
  remainingBytes.set(dict.context, maxBytes - bytes.length)
  const dictWithoutFilter = dict.clone()
  for (const name of ['Filter', 'DecodeParms']) dictWithoutFilter.delete(PDFName.of(name))
  return PDFRawStream.of(dictWithoutFilter, bytes)
}

/**
 * Returns the declared number of entries of an object table. The size of the table does not limit it, because entries
 * can have a width of 0 bytes.
 */
const entriesOf = (dict: PDFDict): number => {
  const index = dict.lookup(PDFName.of('Index'))
  const size = dict.lookup(PDFName.of('Size'), PDFNumber).asNumber()
  if (!(index instanceof PDFArray)) return size
  const lengths = Array.from({ length: Math.floor(index.size() / 2) }, (_, nth) =>
    Math.max(0, index.lookup(2 * nth + 1, PDFNumber).asNumber()),
  )
  return lengths.reduce((sum, length) => sum + length, 0)
}

/**
 * Limits how much the library reads, at the point where it reads: a scan of the file's bytes finds other object streams
 * than the library does, because of comments and references. The library has no such option, so its two decoders are
 * wrapped with a check.
 */
export const boundLibrary = (): void => {
  PDFObjectStreamParser.forStream = (stream, waits) => new PDFObjectStreamParser(decodedStream(stream), waits)
  PDFXRefStreamParser.forStream = (stream) => {
    if (!(entriesOf(stream.dict) <= ENTRIES_MAX))
      throw new Error('The object table of the PDF declares too many entries')
    return new PDFXRefStreamParser(decodedStream(stream))
  }
}
