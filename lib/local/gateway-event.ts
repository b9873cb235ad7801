import type { IncomingMessage } from 'node:http'
import type { LocalApi } from './api-model.ts'
import type { RouteMatch } from './gateway-router.ts'

export interface GatewayRequest {
  readonly api: LocalApi
  readonly requestId: string
  readonly method: string
  /** Path without query, percent-encoded as received. */
  readonly path: string
  readonly query: string
  readonly headers: readonly (readonly [string, string])[]
  readonly sourceIp: string
  /** True if a trusted proxy in front of the gateway writes the Host header. */
  readonly isHostTrusted: boolean
  readonly body: Buffer
  readonly now: number
  readonly port: number
}

/** Returns the headers in their original spelling and order, without those that API Gateway does not pass on. */
export const headerPairs = (request: IncomingMessage): (readonly [string, string])[] => {
  const result: [string, string][] = []
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(i, i + 2)
    if (
      !/^(connection|expect|keep-alive|te|trailer|transfer-encoding|upgrade|x-forwarded-(for|port|proto))$/i.test(name)
    ) {
      result.push([name, value])
    }
  }
  return result
}

/** Without a prototype, because callers may send names that every object has, such as `constructor` and `__proto__`. */
const multiValues = (pairs: Iterable<readonly [string, string]>): Record<string, string[]> => {
  const values = Object.create(null) as Record<string, string[]>
  for (const [name, value] of pairs) {
    values[name] ??= []
    values[name].push(value)
  }
  return values
}

/** Returns the single-value form of the event, which has the last of several values. */
const lastValues = (multiValued: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(multiValued).map(([name, values]) => [name, values.at(-1) ?? '']))

const orNull = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null)

export const isBinary = (mediaType: string | undefined, binaryMediaTypes: readonly string[]): boolean => {
  const baseType = mediaType?.split(/[;,]/)[0]?.trim().toLowerCase() ?? ''
  return binaryMediaTypes.some(
    (type) =>
      type === '*/*' ||
      type.toLowerCase() === baseType ||
      (type.endsWith('/*') && baseType.startsWith(type.slice(0, -1))),
  )
}

export const headerOf = (request: Pick<GatewayRequest, 'headers'>, name: string): string | undefined =>
  request.headers.findLast(([key]) => key.toLowerCase() === name)?.[1]

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** `09/Apr/2015:12:34:56 +0000` */
const requestTime = (ms: number): string => {
  const [date = '', time = ''] = new Date(ms).toISOString().split(/[T.]/)
  const [year, month, day] = date.split('-')
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`
}

const proxyHeaders = ({ requestId, now, sourceIp, port }: GatewayRequest): [string, string][] => [
  ['X-Amzn-Trace-Id', `Root=1-${Math.floor(now / 1000).toString(16)}-${requestId.replaceAll('-', '').slice(0, 24)}`],
  ['X-Forwarded-For', sourceIp],
  ['X-Forwarded-Port', String(port)],
  ['X-Forwarded-Proto', 'http'],
]

const LOOPBACK_HOST = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Returns the domain through which the gateway was reached. Ignores a foreign Host header, because an AWS gateway knows
 * its own domain.
 */
export const hostOf = (request: Omit<GatewayRequest, 'body'>): string => {
  const host = headerOf(request, 'host')
  const isOwn = host !== undefined && (request.isHostTrusted || LOOPBACK_HOST.test(host))
  return isOwn ? host : `127.0.0.1:${request.port}`
}

const identityOf = (request: GatewayRequest, hasKey: boolean) => ({
  cognitoIdentityPoolId: null,
  ...(hasKey ? { apiKeyId: 'local' } : {}),
  accountId: null,
  cognitoIdentityId: null,
  caller: null,
  sourceIp: request.sourceIp,
  principalOrgId: null,
  accessKey: null,
  cognitoAuthenticationType: null,
  cognitoAuthenticationProvider: null,
  userArn: null,
  userAgent: headerOf(request, 'user-agent') ?? null,
  user: null,
})

/** Checks for Content-Length, which REST APIs omit from events (docs/adr/0039). */
const isOmitted = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'content-length'

/**
 * Returns the event of a Lambda proxy integration, payload format 1.0, as JSON text. Path and path parameters stay
 * percent-encoded, query strings are decoded. requestContext.path has no stage, as with a custom domain name.
 */
export const restEvent = (request: GatewayRequest, { route, params }: RouteMatch): string => {
  const { api, requestId, method, path, query, body, now } = request
  const headers = multiValues([...request.headers.filter((each) => !isOmitted(each)), ...proxyHeaders(request)])
  const queries = multiValues(new URLSearchParams(query))
  const binary = isBinary(headerOf(request, 'content-type'), api.binaryMediaTypes)
  const host = hostOf(request)
  return JSON.stringify({
    resource: route.resource,
    path,
    httpMethod: method,
    headers: lastValues(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastValues(queries)),
    multiValueQueryStringParameters: orNull(queries),
    pathParameters: orNull(params),
    stageVariables: null,
    requestContext: {
      resourceId: 'local',
      resourcePath: route.resource,
      httpMethod: method,
      extendedRequestId: `${requestId.slice(0, 8)}=`,
      requestTime: requestTime(now),
      path,
      accountId: api.account,
      protocol: 'HTTP/1.1',
      stage: api.stage,
      domainPrefix: host.split('.')[0],
      requestTimeEpoch: now,
      requestId,
      identity: identityOf(request, route.keyRequired === true),
      domainName: host,
      deploymentId: 'local',
      apiId: api.id,
    },
    body: body.byteLength === 0 ? null : body.toString(binary ? 'base64' : 'utf8'),
    isBase64Encoded: binary && body.byteLength > 0,
  })
}

const TEXT_TYPE = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|.*\+(json|xml))\b)/i

/** Returns the event of a function URL, payload format 2.0, as JSON text. */
export const urlEvent = (request: GatewayRequest): string => {
  const { api, requestId, method, path, query, sourceIp, body, now } = request
  const lowerCased = multiValues(
    [...request.headers, ...proxyHeaders(request)].map(([name, value]) => [name.toLowerCase(), value] as const),
  )
  const { cookie, ...headers } = lowerCased
  const queries = multiValues(new URLSearchParams(query))
  const host = hostOf(request)
  const binary = !TEXT_TYPE.test(headerOf(request, 'content-type') ?? '')
  const joinValues = (all: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values.join(',')]))
  return JSON.stringify({
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    ...(cookie ? { cookies: cookie.flatMap((line) => line.split(/;\s*/)) } : {}),
    headers: joinValues(headers),
    ...(query === '' ? {} : { queryStringParameters: joinValues(queries) }),
    requestContext: {
      accountId: 'anonymous',
      apiId: api.id,
      domainName: host,
      domainPrefix: api.id,
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: headerOf(request, 'user-agent') ?? '' },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: requestTime(now),
      timeEpoch: now,
    },
    ...(body.byteLength === 0 ? {} : { body: body.toString(binary ? 'base64' : 'utf8') }),
    isBase64Encoded: binary && body.byteLength > 0,
  })
}
