import { Buffer } from 'node:buffer'

/** Splits a stream into parts of one length. The last part is shorter, or empty. */
export async function* splitIntoParts(stream: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let buffered = 0
  for await (const piece of stream) {
    pieces.push(piece)
    buffered += piece.length
    if (buffered < partBytes) continue
    const bytes = Buffer.concat(pieces)
    yield bytes.subarray(0, partBytes)
    pieces = [bytes.subarray(partBytes)]
    buffered -= partBytes
  }
  yield Buffer.concat(pieces)
}
