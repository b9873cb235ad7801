import { AwsError } from '../aws-error.ts'

const incompleteBody = () => new AwsError('IncompleteBody', 'The request body terminated unexpectedly')

/**
 * Removes the aws-chunked framing that SDKs add to streams: `size[;chunk-signature=…]CRLF bytes CRLF … 0 CRLF`, then
 * trailers (Amazon S3 API reference, "Signature calculations: transferring payload in multiple chunks").
 */
export const awsChunked = (source: AsyncIterable<Buffer>) => {
  /** Headers after the last chunk (checksums); complete after `data` has ended. */
  const trailers = new Map<string, string>()

  async function* decode() {
    const chunks = source[Symbol.asyncIterator]()
    let buffer: Buffer = Buffer.alloc(0)
    const readMore = async () => {
      const { done, value } = await chunks.next()
      if (done) throw incompleteBody()
      buffer = buffer.length === 0 ? value : Buffer.concat([buffer, value])
    }
    const readLine = async () => {
      let lineEnd = buffer.indexOf('\r\n')
      for (; lineEnd === -1; lineEnd = buffer.indexOf('\r\n')) await readMore()
      const text = buffer.toString('latin1', 0, lineEnd)
      buffer = buffer.subarray(lineEnd + 2)
      return text
    }
    for (;;) {
      const header = await readLine()
      let remaining = Number.parseInt(header.split(';')[0] ?? '', 16)
      if (!(remaining >= 0)) throw incompleteBody()
      if (remaining === 0) break
      while (remaining > 0) {
        if (buffer.length === 0) await readMore()
        const piece = buffer.subarray(0, remaining)
        buffer = buffer.subarray(piece.length)
        remaining -= piece.length
        yield piece
      }
      await readLine()
    }
    for (let text = await readLine(); text !== ''; text = await readLine()) {
      const [name = '', value = ''] = text.split(/:(.*)/s)
      trailers.set(name.trim().toLowerCase(), value.trim())
    }
  }
  return { data: decode(), trailers }
}
