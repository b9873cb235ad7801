import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { isLoopbackOrigin, pageRefusal } from '../control-request.ts'
import { listen } from '../listen.ts'
import { type CallListener, callerOf, operationOf, watchCall } from './call-log.ts'
import type { ServiceHandler } from './json-service.ts'
import type { Outages } from './outages.ts'

/** Service by the prefix of X-Amz-Target. TrentService is KMS, GraniteServiceVersion20100801 is CloudWatch. */
const SERVICE_BY_TARGET: Readonly<Record<string, string>> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  AWSStepFunctions: 'states',
  AWSEvents: 'events',
  secretsmanager: 'secretsmanager',
  TrentService: 'kms',
  GraniteServiceVersion20100801: 'monitoring',
  Logs_20140328: 'logs',
}

/**
 * Returns the service in `Credential=AKID/20261121/eu-central-1/<service>/aws4_request`, from the header or presigned
 * query.
 */
const serviceInSignature = (request: IncomingMessage): string | undefined => {
  const header = /Credential=[^/]*\/\d{8}\/[^/]*\/([^/,]+)\/aws4_request/.exec(request.headers.authorization ?? '')
  if (header !== null) return header[1]
  return new URL(request.url ?? '/', 'http://local').searchParams.get('X-Amz-Credential')?.split('/')[3]
}

/** Returns the service of a request from its signature, else from X-Amz-Target. Other unsigned requests are for S3. */
const serviceOf = (request: IncomingMessage): string => {
  const target = String(request.headers['x-amz-target'] ?? '').split('.')[0] ?? ''
  return serviceInSignature(request) ?? SERVICE_BY_TARGET[target] ?? 's3'
}

const refuse = (response: ServerResponse, status: number, __type: string, message: string): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': __type })
  response.end(JSON.stringify({ __type, message }))
}

/** Checks whether a page served by this machine uploads to a presigned URL, or sends the preflight for it. */
const isPresignedUpload = (
  serviceName: string,
  { method = '', url = '', headers: { origin = '' } }: IncomingMessage,
): boolean =>
  serviceName === 's3' &&
  isLoopbackOrigin(origin) &&
  ['PUT', 'OPTIONS'].includes(method) &&
  /[?&]X-Amz-Signature=/.test(url)

/** Rejects pages in a browser, except for uploads. */
const refusalFor = (serviceName: string, request: IncomingMessage): string | undefined => {
  const { host, origin } = request.headers
  return pageRefusal({ host, origin: isPresignedUpload(serviceName, request) ? undefined : origin }, `"${serviceName}"`)
}

export interface FrontDoorOptions {
  /** The local clock, sent in the Date header of every response. */
  readonly now: () => number
  readonly plannedOutages: Outages
  readonly onCall?: CallListener | undefined
  /** Called with the operation and caller of every request that succeeded. */
  readonly onSuccess?: ((operation: string, caller: string) => void) | undefined
}

/** Opens one loopback listener for all services; resolves when it accepts connections. */
export const openFrontDoor = async (
  services: Readonly<Partial<Record<string, ServiceHandler>>>,
  port: number,
  { now, plannedOutages, onCall, onSuccess }: FrontDoorOptions,
) => {
  const handleRequest: RequestListener = (request, response) => {
    const serviceName = serviceOf(request)
    const refusal = refusalFor(serviceName, request)
    if (refusal !== undefined) {
      refuse(response, 403, 'AccessDeniedException', refusal)
      return
    }
    // An SDK that receives a different time assumes that its own clock is wrong, and retries.
    response.setHeader('date', new Date(now()).toUTCString())
    if (onCall) watchCall(request, serviceName, onCall)
    if (onSuccess)
      response.once('finish', () => response.statusCode < 400 && onSuccess(operationOf(request), callerOf(request)))
    if (plannedOutages.failIfPlanned(serviceName, request, response)) return
    const serve = Object.hasOwn(services, serviceName) ? services[serviceName] : undefined
    if (serve === undefined) {
      refuse(response, 400, 'UnknownOperationException', `The embedded AWS has no service "${serviceName}".`)
      return
    }
    void serve(request, response).catch((cause: unknown) => response.destroy(cause as Error))
  }
  const server = createServer(handleRequest)
  server.requestTimeout = 0
  return {
    endpoint: await listen(server, port, 'aws'),
    serve: handleRequest,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 1_000).unref()
      }),
  }
}
