import { EXPOSED_HEADERS } from '@signet/kernel/exposed-headers'
import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway'

type Body = Readonly<Record<string, unknown>>

/** Answers of the gateway to requests that it refuses itself, in the shape of our errors. The decisions fix the status codes. */
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
  ['Denied', ResponseType.ACCESS_DENIED, '403', { error: 'The credential may not do this', code: 'forbidden' }],
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
    { error: 'The service did not answer in time; poll the job if you started one', code: 'unavailable' },
  ],
  [
    // AWS documents it for an integration that cannot be reached or gives no answer, which includes a Lambda without room.
    // The function may have run all the same, so a caller repeats the request under its Idempotency-Key. Should an account
    // answer throttled calls as API_CONFIGURATION_ERROR, that type belongs here, too.
    'Busy',
    ResponseType.INTEGRATION_FAILURE,
    '503',
    { error: 'The service is busy; wait two seconds and try again', code: 'unavailable' },
    '2',
  ],
]

/**
 * The headers that functions send (`corsHeaders` in layers/kernel/src/http/serve.ts): one origin is written down; of
 * several the gateway, which cannot choose, gives back the one that asked.
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
 * The headers of an API that shows a rate in every answer (spec supporting-services 8), of which the gateway counts
 * nothing. It knows no seconds since 1970, so the window counts as ended.
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
  /** Requests of a rate whose state every answer shows; undefined: there is none. */
  readonly shownRate?: number | undefined
  readonly larger?: readonly string[]
}

/**
 * The API has one answer for all its routes, with one status, and a header of it is one value of the request: it cannot lead to an
 * address, and so it names those that there are.
 */
const tooLarge = (body: Body, larger: readonly string[]): Body =>
  larger.length === 0 ? body : { ...body, error: `${body.error}; ${larger.join(', ')} takes 10485760` }

/** Every answer of the gateway itself in our `{ error, code }` shape, readable for pages of the given origins. */
export const addGatewayErrors = (api: RestApi, { origins, shownRate, larger = [] }: GatewayErrors): void => {
  const always = { ...corsHeaders(origins), ...rateHeaders(shownRate) }
  const json = (text: string) => ({ 'application/json': text })
  const errors = GATEWAY_ERRORS.map(([id, type, status, body, ...rest]) =>
    id === 'TooLarge'
      ? ([id, type, status, tooLarge(body, larger), ...rest] as const)
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
