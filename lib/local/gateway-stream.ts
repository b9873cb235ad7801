import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MalformedReply } from './gateway-reply.ts'

const delimiter = Buffer.alloc(8)
/** Longest metadata. A longer start of a stream counts as a body without metadata. */
const maxPrelude = 64 * 1024

/**
 * Reads the metadata at the start of a streamed response.
 * @throws MalformedReply if the stream ends, or exceeds the limit, without the eight zero bytes.
 */
export const readPrelude = async (body: Readable): Promise<{ readonly prelude: string; readonly rest: Buffer }> => {
  let received = Buffer.alloc(0)
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk as Buffer])
    const end = received.indexOf(delimiter)
    if (end >= 0)
      return { prelude: received.subarray(0, end).toString(), rest: received.subarray(end + delimiter.length) }
    if (received.length > maxPrelude) break
  }
  throw new MalformedReply(
    'the stream has no metadata: use awslambda.HttpResponseStream.from and write at least an empty string before end()',
  )
}

/** Pipes with backpressure, starting with the rest of the first chunk. If the client disconnects, the stream ends. */
export const pipeStream = async (rest: Buffer, body: Readable, response: ServerResponse): Promise<void> => {
  response.flushHeaders()
  if (rest.length > 0) response.write(rest)
  await pipeline(body, response)
}
