import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AwsError, unknownOperation } from './aws-error.ts'

export type ServiceHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Input of an operation, as JSON. Each operation checks the fields that it uses. */
// biome-ignore lint/suspicious/noExplicitAny: the wire is untyped until an operation has read it
export type Input = Record<string, any>

export type Operation = (input: Input, context: { readonly signal: AbortSignal }) => unknown

export interface JsonServiceDeps {
  readonly name: string
  readonly operations: Readonly<Record<string, Operation>>
  /** Largest request body in bytes; DynamoDB accepts 16 MB, the others less. */
  readonly maxBodyBytes?: number | undefined
  readonly log?: ((line: string) => void) | undefined
}

const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024

/** Reads the whole body; throws RequestEntityTooLarge (413) above `maxBytes`. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new AwsError('RequestEntityTooLarge', `The body exceeds ${maxBytes} bytes.`, 413)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const parse = (body: Buffer): Input => {
  if (body.length === 0) return {}
  try {
    return JSON.parse(body.toString('utf8')) as Input
  } catch {
    throw new AwsError('SerializationException', 'The request body is not JSON.')
  }
}

/**
 * A service of the AWS JSON protocols 1.0 and 1.1 (https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html). The
 * operation is the part of X-Amz-Target after the dot. Errors are sent as `__type` and x-amzn-errortype.
 */
export const jsonService = ({ name, operations, maxBodyBytes = DEFAULT_MAX_BODY_BYTES, log }: JsonServiceDeps) => {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const type = request.headers['content-type']?.split(';')[0] ?? 'application/x-amz-json-1.0'
    const closed = new AbortController()
    // Skips the abort after a complete response: an abort costs as much as a small request.
    response.once('close', () => response.writableEnded || closed.abort())
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      const text = JSON.stringify(body ?? {})
      response.writeHead(status, {
        'content-type': type,
        'content-length': Buffer.byteLength(text),
        'x-amzn-requestid': randomUUID(),
        ...headers,
      })
      response.end(text)
    }
    const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? ''
    try {
      const body = await readBody(request, maxBodyBytes)
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined
      if (run === undefined) throw unknownOperation(name, operation)
      send(200, await run(parse(body), { signal: closed.signal }))
    } catch (thrown) {
      const error = asAwsError(thrown)
      if (error.status >= 500) log?.(`${name}.${operation}: ${thrown instanceof Error ? thrown.stack : String(thrown)}`)
      const sqsHeaders: Record<string, string> = name === 'sqs' ? { 'x-amzn-query-error': `${error.code};Sender` } : {}
      send(
        error.status,
        { __type: error.code, message: error.message, Message: error.message, ...error.detail },
        { 'x-amzn-errortype': error.code, ...sqsHeaders },
      )
    }
  }
}

const asAwsError = (thrown: unknown): AwsError =>
  thrown instanceof AwsError
    ? thrown
    : new AwsError('InternalServerError', thrown instanceof Error ? thrown.message : String(thrown), 500)
