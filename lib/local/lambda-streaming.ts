import { Writable } from 'node:stream'
import { type FromWorker, STREAM_WINDOW_BYTES } from './lambda-protocol.ts'

export type LambdaHandler = (event: unknown, ...rest: unknown[]) => unknown

/** The property with which Lambda's Node.js runtime marks a streaming handler. */
const STREAMING_MARK = Symbol.for('aws.lambda.runtime.handler.streaming')
const PRELUDE_TYPE = 'application/vnd.awslambda.http-integration-response'

export const isStreaming = (handler: LambdaHandler): boolean =>
  (handler as unknown as Record<symbol, unknown>)[STREAMING_MARK] === 'response'

interface Prelude {
  setContentType(type: string): void
  beforeFirstWrite?: ((write: (chunk: string | Uint8Array) => void) => void) | undefined
}

/**
 * Defines the global `awslambda` as the Node.js runtime does. `streamifyResponse` marks a handler.
 * `HttpResponseStream.from` sends status and headers as JSON and eight zero bytes before the first write. As on Lambda,
 * a stream that ends without a write sends none of these, so write an empty string before ending it.
 */
export const defineAwslambda = (): void => {
  const awslambda = {
    streamifyResponse(handler: LambdaHandler): LambdaHandler {
      Object.assign(handler, { [STREAMING_MARK]: 'response' })
      return handler
    },
    HttpResponseStream: {
      from(stream: Writable & Prelude, metadata: unknown): Writable {
        stream.setContentType(PRELUDE_TYPE)
        stream.beforeFirstWrite = (write) => {
          write(JSON.stringify(metadata))
          write(new Uint8Array(8))
        }
        return stream
      },
    },
  }
  Object.assign(globalThis, { awslambda })
}

/** Sends the prelude of the runtime before the first write, and reports the content type. */
const withPrelude = (
  plain: Writable,
  send: (chunk: string | Uint8Array) => void,
  report: (message: FromWorker) => void,
): Writable => {
  const writable = plain as Writable & Prelude
  writable.setContentType = (contentType) => report({ type: 'stream', contentType })
  const write = writable.write.bind(writable)
  const writeAfterPrelude = (...args: Parameters<typeof write>) => {
    const writePrelude = writable.beforeFirstWrite
    writable.beforeFirstWrite = undefined
    writePrelude?.(send)
    return write(...args)
  }
  writable.write = writeAfterPrelude as typeof writable.write
  return writable
}

/**
 * Creates the response stream of a streaming handler. It sends chunks to the runner. Writes wait while more than
 * `STREAM_WINDOW_BYTES` bytes are ahead of the reader. If the reader closes the connection, the stream is destroyed,
 * and `pipeline` and 'close' report it.
 */
export const responseStream = (report: (message: FromWorker) => void) => {
  let unreadBytes = 0
  let resumeWrite: (() => void) | undefined
  let hasReaderLeft = false
  const { promise: finished, resolve } = Promise.withResolvers<void>()
  const send = (chunk: string | Uint8Array) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : Uint8Array.from(chunk)
    unreadBytes += bytes.byteLength
    report({ type: 'chunk', bytes })
  }
  const plain = new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      if (chunk.byteLength > 0) send(chunk)
      if (unreadBytes <= STREAM_WINDOW_BYTES || hasReaderLeft) done()
      else resumeWrite = () => done()
    },
    final(done) {
      resolve()
      done()
    },
    destroy(error, done) {
      resolve()
      done(hasReaderLeft ? null : error)
    },
  })
  const writable = withPrelude(plain, send, report)
  writable.on('error', () => resolve())
  return {
    writable,
    /** Resolves when the handler has ended the stream or the reader has closed the connection. */
    finished,
    acknowledge(bytes: number): void {
      unreadBytes -= bytes
      if (unreadBytes > STREAM_WINDOW_BYTES / 2) return
      const resume = resumeWrite
      resumeWrite = undefined
      resume?.()
    },
    closeReader(): void {
      hasReaderLeft = true
      writable.destroy()
      resumeWrite?.()
    },
  }
}
