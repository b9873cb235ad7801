import type { CallOptions, ClientOptions } from './call-operation.ts'
import { callOperation } from './call-operation.ts'
import type { Operation } from './operation.ts'

export interface JsonRequest extends Omit<ClientOptions, 'headers'>, CallOptions {
  readonly method: string
  /** A path below the base address, with its parameters filled in. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  /** A value that is sent as JSON, or bytes or text of the type in the header `content-type`. */
  readonly body?: unknown
  /** Allows repeating the request. Default: true for GET, and with an `idempotency-key` header. */
  readonly isRepeatable?: boolean
}

const operationOf = ({ method, path, headers, isRepeatable }: JsonRequest, answer: Operation['answer']): Operation => ({
  name: `${method} ${path}`,
  method,
  path,
  answer,
  mediaType: 'application/json',
  repeatable: isRepeatable ?? (method === 'GET' || headers?.['idempotency-key'] !== undefined),
  keyed: false,
})

/**
 * Sends a request and returns the JSON of the response; undefined without a body.
 * @throws the errors of {@link callOperation}.
 */
export const requestJson = async <Body = unknown>(request: JsonRequest): Promise<Body> => {
  const { query = {}, body, ...options } = request
  return (await callOperation(options, operationOf(request, 'json'), { query, body })).body as Body
}

/**
 * Sends a request and returns the response of a success, for bytes, text and streams.
 * @throws the errors of {@link callOperation}.
 */
export const requestResponse = async (request: JsonRequest): Promise<Response> => {
  const { query = {}, body, ...options } = request
  return (await callOperation(options, operationOf(request, 'raw'), { query, body })).body as Response
}
