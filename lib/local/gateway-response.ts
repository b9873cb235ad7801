import type { GatewayResponseSpec } from './api-model.ts'
import { type GatewayRequest, headerOf } from './gateway-event.ts'

/** Responses of API Gateway itself. A template can change their status. */
export const gatewayFaults = {
  MISSING_AUTHENTICATION_TOKEN: {
    status: 403,
    message: 'Missing Authentication Token',
    type: 'MissingAuthenticationTokenException',
  },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized', type: 'UnauthorizedException' },
  ACCESS_DENIED: {
    status: 403,
    message: 'User is not authorized to access this resource',
    type: 'AccessDeniedException',
  },
  AUTHORIZER_FAILURE: { status: 500, message: 'Internal server error', type: 'AuthorizerFailureException' },
  AUTHORIZER_CONFIGURATION_ERROR: {
    status: 500,
    message: 'Internal server error',
    type: 'AuthorizerConfigurationException',
  },
  INVALID_API_KEY: { status: 403, message: 'Forbidden', type: 'ForbiddenException' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long', type: 'RequestTooLargeException' },
  THROTTLED: { status: 429, message: 'Too Many Requests', type: 'TooManyRequestsException' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out', type: 'GatewayTimeoutException' },
  INTEGRATION_FAILURE: { status: 504, message: 'Internal server error', type: 'GatewayTimeoutException' },
  API_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error', type: 'InternalServerErrorException' },
  INTERNAL_SERVER_ERROR: { status: 502, message: 'Internal server error', type: 'InternalServerErrorException' },
} as const
export type GatewayFault = keyof typeof gatewayFaults

export interface HttpResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
}

const DEFAULT_TEMPLATE = '{"message":$context.error.messageString}'

const contextOf = (request: GatewayRequest, fault: GatewayFault, message: string): Record<string, string> => {
  return {
    'error.messageString': JSON.stringify(message),
    'error.message': message,
    'error.responseType': fault,
    'error.validationErrorString': '',
    requestId: request.requestId,
    extendedRequestId: `${request.requestId.slice(0, 8)}=`,
    httpMethod: request.method,
    path: request.path,
    resourcePath: request.path,
    stage: request.api.stage,
    apiId: request.api.id,
    'identity.sourceIp': request.sourceIp,
    requestTimeEpoch: String(request.now),
  }
}

/** Resolves `'literal'`, `method.request.header.Name` or `context.name`, the header values of a gateway response. */
const headerValue = (spec: string, request: GatewayRequest, context: Record<string, string>): string => {
  const literal = spec.match(/^'(.*)'$/s)?.[1]
  if (literal !== undefined) return literal
  const header = spec.match(/^method\.request\.header\.(.+)$/)?.[1]
  if (header !== undefined) return headerOf(request, header.toLowerCase()) ?? ''
  return context[spec.replace(/^context\./, '')] ?? ''
}

/**
 * Returns the response to a request that no function answered: the template's gateway response for the fault, else its
 * DEFAULT_4XX or DEFAULT_5XX, else AWS's default.
 */
export const gatewayResponse = (request: GatewayRequest, fault: GatewayFault): HttpResponse => {
  const { status, message, type } = gatewayFaults[fault]
  const { responses } = request.api
  const spec: GatewayResponseSpec | undefined =
    responses[fault] ?? responses[status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX']
  const context = contextOf(request, fault, message)
  const text = (spec?.template ?? DEFAULT_TEMPLATE).replace(
    /\$context\.([A-Za-z.]+[A-Za-z])/g,
    (match, name: string) => context[name] ?? match,
  )
  const headers = Object.entries(spec?.headers ?? {}).map(
    ([name, value]) => [name, headerValue(value, request, context)] as const,
  )
  const hasContentType = headers.some(([name]) => name.toLowerCase() === 'content-type')
  return {
    status: spec?.status ?? status,
    headers: [
      ...headers,
      ...(hasContentType ? [] : [['Content-Type', 'application/json'] as const]),
      ['x-amzn-ErrorType', type],
    ],
    body: Buffer.from(text),
  }
}
