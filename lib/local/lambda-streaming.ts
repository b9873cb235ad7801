import { Writable } from 'node:stream'
import { type FromWorker, streamWindow } from './lambda-protocol.ts'

export type LambdaHandler = (event: unknown, ...rest: unknown[]) => unknown

/** The mark that the Node.js runtime of Lambda itself puts on a streaming handler. */
const mark = Symbol.for('aws.lambda.runtime.handler.streaming')
const preludeType = 'application/vnd.awslambda.http-integration-response'

export const isStreaming = (handler: LambdaHandler): boolean =>
  (handler as unknown as Record<symbol, unknown>)[mark] === 'response'

interface Prelude {
  setContentType(type: string): void
  beforeFirstWrite?: ((write: (chunk: string | Uint8Array) => void) => void) | undefined
}

/**
 * Puts `awslambda` into the global scope as the Node.js runtime does: `streamifyResponse` marks a handler and
 * `HttpResponseStream.from` sends status and headers as JSON and eight zero bytes ahead of the first write. As on
 * Lambda, a stream that ends without a write sends none of that: write an empty string before ending it.
 */
export const offerStreaming = (): void => {
  const awslambda = {
    streamifyResponse(handler: LambdaHandler): LambdaHandler {
      Object.assign(handler, { [mark]: 'response' })
      return handler
    },
    HttpResponseStream: {
      from(stream: Writable & Prelude, metadata: unknown): Writable {
        stream.setContentType(preludeType)
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

/** Lets the runtime's prelude go ahead of the first write, and tells of the content type. */
const withPrelude = (
  plain: Writable,
  send: (chunk: string | Uint8Array) => void,
  tell: (message: FromWorker) => void,
): Writable => {
  const writable = plain as Writable & Prelude
  writable.setContentType = (contentType) => tell({ type: 'stream', contentType })
  const write = writable.write.bind(writable)
  const writeAfterPrelude = (...given: Parameters<typeof write>) => {
    const first = writable.beforeFirstWrite
    writable.beforeFirstWrite = undefined
    first?.(send)
    return write(...given)
  }
  writable.write = writeAfterPrelude as typeof writable.write
  return writable
}

interface ResponseStream {
  readonly writable: Writable
  /** Resolves when the handler has ended the stream or the reader has left. */
  readonly finished: Promise<void>
  /** The reader has read this many bytes. */
  taken(bytes: number): void
  /** The reader has closed the connection. */
  left(): void
}

/**
 * The response stream that a streaming handler is given. Chunks go to the runner; once a window of them is ahead of
 * the reader, writes wait. When the reader leaves, the stream is destroyed, and `pipeline` and 'close' report it.
 */
export const responseStream = (tell: (message: FromWorker) => void): ResponseStream => {
  let ahead = 0
  let waiting: (() => void) | undefined
  let gone = false
  const { promise: finished, resolve } = Promise.withResolvers<void>()
  const send = (chunk: string | Uint8Array) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : Uint8Array.from(chunk)
    ahead += bytes.byteLength
    tell({ type: 'chunk', bytes })
  }
  const plain = new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      if (chunk.byteLength > 0) send(chunk)
      if (ahead <= streamWindow || gone) done()
      else waiting = () => done()
    },
    final(done) {
      resolve()
      done()
    },
    destroy(error, done) {
      resolve()
      done(gone ? null : error)
    },
  })
  const writable = withPrelude(plain, send, tell)
  writable.on('error', () => resolve())
  return {
    writable,
    finished,
    taken(bytes) {
      ahead -= bytes
      if (ahead > streamWindow / 2) return
      const resume = waiting
      waiting = undefined
      resume?.()
    },
    left() {
      gone = true
      writable.destroy()
      waiting?.()
    },
  }
}
