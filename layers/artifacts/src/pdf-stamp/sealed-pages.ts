import { PDFArray, PDFName, PDFNull, type PDFObject, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib'
import { decodedBytes } from './decoded-bytes.ts'
import { CONTENT_BYTES_MAX, OPEN_STATES_MAX } from './limits.ts'
import { joinedStates, type OpenStates, openStates } from './open-states.ts'

const BALANCED: OpenStates = { closed: 0, leftOpen: 0 }
const CONTENTS = PDFName.of('Contents')

const contentsOf = ({ node }: PDFPage): readonly PDFObject[] => {
  const contents = node.Contents()
  if (contents instanceof PDFArray) return contents.asArray()
  const singleContent = node.get(CONTENTS)
  return singleContent === undefined ? [] : [singleContent]
}

/**
 * Encloses the content of each page in balanced graphics states: a page that sets a clip and leaves its state open, or
 * closes a state that it did not open, would hide the stamp. The library adds one pair per page; the missing ones are
 * added here.
 */
export const pageSeals = (): ((page: PDFPage) => void) => {
  const statesByStream = new Map<PDFObject, OpenStates>()
  let remainingBytes = CONTENT_BYTES_MAX
  const statesOf = (page: PDFPage, content: PDFObject): OpenStates => {
    const stream = page.doc.context.lookup(content)
    if (stream === undefined || stream === PDFNull) return BALANCED
    const countedStates = statesByStream.get(stream)
    if (countedStates) return countedStates
    if (!(stream instanceof PDFRawStream)) throw new Error('The content of a page is not a stream')
    const text = decodedBytes(stream, remainingBytes)
    remainingBytes -= text.length
    const states = openStates(text)
    statesByStream.set(stream, states)
    return states
  }
  return (page) => {
    const contents = contentsOf(page)
    const { context } = page.doc
    if (contents.length === 0) return
    const { closed, leftOpen } = contents.map((each) => statesOf(page, each)).reduce(joinedStates, BALANCED)
    if (Math.max(closed, leftOpen) > OPEN_STATES_MAX) throw new Error('A page leaves too many graphics states open')
    const operatorStream = (operator: string, count: number) =>
      count === 0 ? [] : [context.register(context.stream(`${operator}\n`.repeat(count)))]
    // A separate array: pages may share theirs, and each would get the stamps of all others.
    page.node.set(
      CONTENTS,
      context.obj([...operatorStream('q', closed), ...contents, ...operatorStream('Q', leftOpen)]),
    )
  }
}
