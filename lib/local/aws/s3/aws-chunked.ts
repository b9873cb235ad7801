import { AwsError } from '../aws-error.ts'

const incomplete = () => new AwsError('IncompleteBody', 'The request body terminated unexpectedly')

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
    const more = async () => {
      const { done, value } = await chunks.next()
      if (done) throw incomplete()
      buffer = buffer.length === 0 ? value : Buffer.concat([buffer, value])
    }
    const line = async () => {
      let end = buffer.indexOf('\r\n')
      for (; end === -1; end = buffer.indexOf('\r\n')) await more()
      const text = buffer.toString('latin1', 0, end)
      buffer = buffer.subarray(end + 2)
      return text
    }
    for (;;) {
      const header = await line()
      let remaining = Number.parseInt(header.split(';')[0] ?? '', 16)
      if (!(remaining >= 0)) throw incomplete()
      if (remaining === 0) break
      while (remaining > 0) {
        if (buffer.length === 0) await more()
        const part = buffer.subarray(0, remaining)
        buffer = buffer.subarray(part.length)
        remaining -= part.length
        yield part
      }
      await line()
    }
    for (let text = await line(); text !== ''; text = await line()) {
      const [name = '', value = ''] = text.split(/:(.*)/s)
      trailers.set(name.trim().toLowerCase(), value.trim())
    }
  }
  return { data: decode(), trailers }
}
