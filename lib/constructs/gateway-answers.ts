import { EXPOSED_HEADERS } from '@signet/kernel/exposed-headers'
import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway'

type Body = Readonly<Record<string, unknown>>

/**
 * Responses of the gateway to requests that it refuses itself, in the error format of the APIs.
 */
const GATEWAY_ERRORS: readonly (readonly [
  id: string,
  ResponseType,
  status: string,
  body: Body,
  retryAfter?: string,
])[] = [
  [
    'TooLarge',
    ResponseType.REQUEST_TOO_LARGE,
    '413',
    { error: 'The request is larger than 6291456 bytes', code: 'payload_too_large', limit: 6_291_456 },
  ],
  [
    'Throttled',
    ResponseType.THROTTLED,
    '429',
    { error: 'Too many requests; wait a second and try again', code: 'rate_limited' },
    '1',
  ],
  ['Quota', ResponseType.QUOTA_EXCEEDED, '429', { error: 'The quota is used up', code: 'quota_exceeded' }],
  ['Unauthorized', ResponseType.UNAUTHORIZED, '401', { error: 'The credential is unknown', code: 'unauthenticated' }],
  [
    'Closed',
    ResponseType.INVALID_API_KEY,
    '403',
    { error: 'This address accepts only requests from the edge; use the public address', code: 'forbidden' },
  ],
  [
    'Denied',
    ResponseType.ACCESS_DENIED,
    '403',
    { error: 'The credential does not permit this request', code: 'forbidden' },
  ],
  [
    'Unknown',
    ResponseType.MISSING_AUTHENTICATION_TOKEN,
    '404',
    { error: 'This path does not exist', code: 'not_found' },
  ],
  [
    'Timeout',
    ResponseType.INTEGRATION_TIMEOUT,
    '504',
    { error: 'The service did not respond in time; poll the job if you started one', code: 'unavailable' },
  ],
  [
    // AWS documents this type for an integration that cannot be reached or does not respond, which includes a Lambda
    // function without free concurrency. The function may have run, so callers repeat the request with its
    // Idempotency-Key. If an account returns API_CONFIGURATION_ERROR for throttled calls, that type belongs here too.
    'Busy',
    ResponseType.INTEGRATION_FAILURE,
    '503',
    { error: 'The service is busy; wait two seconds and try again', code: 'unavailable' },
    '2',
  ],
]

/**
 * Returns the headers that functions send (`corsHeaders` in layers/kernel/src/http/serve.ts). A single origin is fixed.
 * The gateway cannot choose among several, so it returns the origin of the request.
 */
const corsHeaders = ([origin, ...others]: readonly string[]): Record<string, string> => {
  if (origin === undefined) return {}
  return {
    'Access-Control-Allow-Origin': others.length === 0 ? `'${origin}'` : 'method.request.header.Origin',
    'Access-Control-Expose-Headers': `'${EXPOSED_HEADERS.join(',')}'`,
    ...(origin === '*' ? {} : { 'Access-Control-Allow-Credentials': "'true'", Vary: "'Origin'" }),
  }
}

/**
 * Returns the headers of an API that reports its rate in every response (spec supporting-services 8). The gateway does
 * not count requests and has no Unix time, so the window appears as ended.
 */
const rateHeaders = (requests: number | undefined): Record<string, string> =>
  requests === undefined
    ? {}
    : {
        'X-RateLimit-Limit': `'${requests}'`,
        'X-RateLimit-Remaining': `'${requests}'`,
        'X-RateLimit-Reset': "'0'",
      }

interface GatewayErrors {
  readonly origins: readonly string[]
  /** Requests per rate window, if every response reports its rate. */
  readonly reportedRate?: number | undefined
  readonly largeBodyPaths?: readonly string[]
}

/**
 * Adds the paths that accept larger bodies to the error text. The gateway has one such response per API. Its status is
 * fixed, so it cannot redirect.
 */
const tooLarge = (body: Body, largeBodyPaths: readonly string[]): Body =>
  largeBodyPaths.length === 0
    ? body
    : { ...body, error: `${body.error}; ${largeBodyPaths.join(', ')} accepts up to 10485760 bytes` }

/** Adds every response of the gateway in the form `{ error, code }`, readable for pages of the given origins. */
export const addGatewayErrors = (api: RestApi, { origins, reportedRate, largeBodyPaths = [] }: GatewayErrors): void => {
  const always = { ...corsHeaders(origins), ...rateHeaders(reportedRate) }
  const json = (text: string) => ({ 'application/json': text })
  const errors = GATEWAY_ERRORS.map(([id, type, status, body, ...rest]) =>
    id === 'TooLarge'
      ? ([id, type, status, tooLarge(body, largeBodyPaths), ...rest] as const)
      : ([id, type, status, body, ...rest] as const),
  )
  for (const [id, type, statusCode, body, retryAfter] of errors) {
    const responseHeaders = { ...always, ...(retryAfter ? { 'Retry-After': `'${retryAfter}'` } : {}) }
    api.addGatewayResponse(id, { type, statusCode, templates: json(JSON.stringify(body)), responseHeaders })
  }
  const generic = (code: string) =>
    json(`{"error":$context.error.messageString,"code":"${code}","request_id":"$context.requestId"}`)
  api.addGatewayResponse('Other4xx', {
    type: ResponseType.DEFAULT_4XX,
    templates: generic('invalid_input'),
    responseHeaders: always,
  })
  api.addGatewayResponse('Other5xx', {
    type: ResponseType.DEFAULT_5XX,
    templates: generic('internal'),
    responseHeaders: always,
  })
}
