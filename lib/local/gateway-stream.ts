import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MalformedReply } from './gateway-reply.ts'

const delimiter = Buffer.alloc(8)
/** Metadata longer than this is taken for a body that has none. */
const maxPrelude = 64 * 1024

/**
 * Takes the metadata off the front of a streamed response.
 * @throws MalformedReply when the stream ends, or grows long, without the eight zero bytes.
 */
export const readPrelude = async (body: Readable): Promise<{ readonly prelude: string; readonly rest: Buffer }> => {
  let seen = Buffer.alloc(0)
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    seen = Buffer.concat([seen, chunk as Buffer])
    const end = seen.indexOf(delimiter)
    if (end >= 0) return { prelude: seen.subarray(0, end).toString(), rest: seen.subarray(end + delimiter.length) }
    if (seen.length > maxPrelude) break
  }
  throw new MalformedReply(
    'the stream has no metadata: use awslambda.HttpResponseStream.from and write at least an empty string before end()',
  )
}

/** Pipes with backpressure; the rest of the prelude's chunk goes first. The reader's leaving ends the stream. */
export const pipeStream = async (rest: Buffer, body: Readable, response: ServerResponse): Promise<void> => {
  response.flushHeaders()
  if (rest.length > 0) response.write(rest)
  await pipeline(body, response)
}
