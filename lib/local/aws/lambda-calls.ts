import { randomUUID } from 'node:crypto'
import { readBody, type ServiceHandler } from './json-service.ts'
import { FunctionError, type InvokeFunction } from './ports.ts'

const PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/

/** Lambda's limit for the event of a synchronous invocation, in bytes. */
const MAX_BYTES = 6_291_456

/**
 * Lambda's Invoke operation for functions that call another function (invocation type RequestResponse). An error that
 * the function threw is a normal response with a header that marks it.
 */
export const lambdaCalls =
  (invoke: InvokeFunction): ServiceHandler =>
  async (request, response) => {
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers })
      response.end(JSON.stringify(body ?? null))
    }
    const [, name] = PATH.exec(request.url ?? '') ?? []
    if (request.method !== 'POST' || name === undefined) {
      const Message = 'The embedded Lambda supports Invoke only.'
      return send(404, { Message }, { 'x-amzn-errortype': 'ResourceNotFoundException' })
    }
    try {
      const text = (await readBody(request, MAX_BYTES)).toString('utf8')
      send(200, await invoke(decodeURIComponent(name), text === '' ? {} : JSON.parse(text)))
    } catch (error) {
      const { name: errorType, message: errorMessage } =
        error instanceof FunctionError ? { name: error.errorType, message: error.message } : (error as Error)
      send(200, { errorType, errorMessage }, { 'x-amz-function-error': 'Unhandled' })
    }
  }
