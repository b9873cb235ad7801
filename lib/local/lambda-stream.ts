import { PassThrough, type Readable } from 'node:stream'
import { FunctionError } from './aws/ports.ts'
import type { Environment } from './lambda-environment.ts'
import type { Pool, RunOptions } from './lambda-pool.ts'

export interface StreamedReply {
  /** All bytes, including metadata. An error of the function destroys it. */
  readonly body: Readable
  /** The content type that the function sets; undefined if the stream ends without one. */
  readonly contentType: Promise<string | undefined>
}

/**
 * Runs an event and returns its streamed response. Chunks pass through a buffer, and the function is notified when the
 * buffer has accepted a chunk, so it never writes far ahead of a slow reader.
 */
export const streamFrom = (
  pool: Pool,
  event: string,
  { maxBytes, maxEvents }: Pick<RunOptions, 'maxEvents'> & { readonly maxBytes: number },
): StreamedReply => {
  const { promise: contentType, resolve } = Promise.withResolvers<string | undefined>()
  const body = new PassThrough({ highWaterMark: 64 * 1024 })
  let total = 0
  let runner: Environment | undefined
  let done = false
  // The reader receives the error. Without a reader, this handler prevents the error from ending the process.
  body.on('error', () => {})
  body.once('close', () => {
    if (!done) runner?.closeReader()
  })
  const sink = (environment: Environment) => {
    runner = environment
    return {
      started: resolve,
      chunk: (bytes: Uint8Array) => {
        total += bytes.byteLength
        if (total > maxBytes) {
          body.destroy(
            new FunctionError('Function.ResponseSizeTooLarge', `The streamed response exceeded ${maxBytes} bytes`),
          )
        } else if (!body.destroyed) {
          body.write(bytes, () => {
            if (!done) environment.acknowledge(bytes.byteLength)
          })
        }
      },
    }
  }
  pool
    .run(event, { sink, maxEvents })
    .then((answer) => body.end(answer))
    .catch((error: Error) => body.destroy(error))
    .finally(() => {
      done = true
      resolve(undefined)
    })
  return { body, contentType }
}
