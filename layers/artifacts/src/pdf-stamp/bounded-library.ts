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
import { ENTRIES_MAX, OBJECT_BYTES_MAX } from './limits.ts'
import { openedBytes } from './opened-bytes.ts'

const rooms = new WeakMap<PDFContext, number>()

const opened = (stream: PDFRawStream): PDFRawStream => {
  const { dict } = stream
  const room = rooms.get(dict.context) ?? OBJECT_BYTES_MAX
  const bytes = openedBytes(stream, room)
  rooms.set(dict.context, room - bytes.length)
  const plain = dict.clone()
  for (const name of ['Filter', 'DecodeParms']) plain.delete(PDFName.of(name))
  return PDFRawStream.of(plain, bytes)
}

/** How many entries a table of objects says to have. Those without width have no bytes that would end them. */
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
 * Lets the library read no more than bounds allow, where it reads: whoever looks for streams of objects in the bytes of a file sees
 * others than the library does, by a comment or a reference. It has no option for it, so its two openers are put behind a check.
 */
export const boundLibrary = (): void => {
  PDFObjectStreamParser.forStream = (stream, waits) => new PDFObjectStreamParser(opened(stream), waits)
  PDFXRefStreamParser.forStream = (stream) => {
    if (!(entriesOf(stream.dict) <= ENTRIES_MAX)) throw new Error('Its table of objects says to be too long')
    return new PDFXRefStreamParser(opened(stream))
  }
}
