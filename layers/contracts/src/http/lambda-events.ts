import type { Incoming } from './incoming.ts'
import { payloadTooLarge } from './refusals.ts'

/** Bytes per call of String.fromCharCode. Engines limit the number of arguments of a call. */
const CHUNK_BYTES = 0x6000

/** Encodes bytes as base64 (RFC 4648 4), without a platform API. */
const base64Of = (bytes: Uint8Array): string => {
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(offset, offset + CHUNK_BYTES))
  return btoa(text)
}

/**
 * Decodes base64.
 * @throws DOMException for invalid base64
 */
const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}

type Values<T> = Readonly<Record<string, T | undefined>> | null | undefined

/** Event of a REST API, or of an HTTP API in payload format 1.0. Contains only the fields that are read. */
export interface LambdaEventV1 {
  readonly httpMethod: string
  readonly path: string
  /** The route of the gateway: `/v2/jobs/{id}`. */
  readonly resource?: string | undefined
  readonly headers?: Values<string>
  readonly multiValueHeaders?: Values<readonly string[]>
  readonly queryStringParameters?: Values<string>
  readonly multiValueQueryStringParameters?: Values<readonly string[]>
  readonly body?: string | null
  readonly isBase64Encoded?: boolean
  readonly requestContext: { readonly requestId: string; readonly domainName?: string | undefined }
}

/** Event of an HTTP API in payload format 2.0, or of a function URL. Contains only the fields that are read. */
export interface LambdaEventV2 {
  readonly version: string
  readonly rawPath: string
  readonly rawQueryString?: string
  readonly cookies?: readonly string[] | undefined
  readonly headers?: Values<string>
  readonly body?: string | null | undefined
  readonly isBase64Encoded?: boolean
  readonly requestContext: {
    readonly requestId: string
    readonly domainName?: string | undefined
    readonly stage?: string | undefined
    readonly http: { readonly method: string }
  }
}

export type LambdaEvent = LambdaEventV1 | LambdaEventV2

/** A response for either gateway; `cookies` is for format 2.0, `multiValueHeaders` for format 1.0. */
export interface LambdaResult {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>
  readonly cookies?: readonly string[]
  readonly body: string
  readonly isBase64Encoded: boolean
}

export const isV2 = (event: LambdaEvent): event is LambdaEventV2 => 'rawPath' in event

/**
 * Escapes the characters that a path cannot contain, because some gateways send the path decoded. Valid escapes are
 * unchanged.
 */
const escapedPath = (path: string): string =>
  path.replaceAll(/%(?![0-9A-Fa-f]{2})|[?#\\\s]/g, (character) => encodeURIComponent(character))

/**
 * Removes the stage. A format 2.0 path begins with it unless it is `$default`; a format 1.0 path does not contain it.
 */
const withoutStage = (path: string, stage: string | undefined): string => {
  const prefix = `/${stage}`
  if (stage === undefined || stage === '$default' || (path !== prefix && !path.startsWith(`${prefix}/`))) return path
  return path.slice(prefix.length) || '/'
}

const definedEntries = <T>(values: Values<T>): [string, T][] =>
  Object.entries(values ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))

const queryV1 = (event: LambdaEventV1): string => {
  const query = new URLSearchParams()
  const lists = definedEntries(event.multiValueQueryStringParameters)
  if (lists.length === 0)
    for (const [name, value] of definedEntries(event.queryStringParameters)) query.append(name, value)
  for (const [name, values] of lists) for (const value of values) query.append(name, value)
  return query.toString()
}

/** Appends a header. Removes a header whose value a `Headers` object rejects (characters beyond Latin-1). */
const append = (headers: Headers, name: string, value: string): void => {
  try {
    headers.append(name, value)
  } catch {
    headers.delete(name)
  }
}

const headersOf = (event: LambdaEvent): Headers => {
  const headers = new Headers()
  const lists = isV2(event) ? [] : definedEntries(event.multiValueHeaders)
  if (lists.length === 0) for (const [name, value] of definedEntries(event.headers)) append(headers, name, value)
  for (const [name, values] of lists) for (const value of values) append(headers, name, value)
  if (isV2(event) && event.cookies !== undefined) headers.set('cookie', event.cookies.join('; '))
  return headers
}

/**
 * Returns the path within the API, as the client wrote it. A custom domain with a base path mapping includes the base
 * path in `path` but not in the route. The route's segment count shows how many segments at the end belong to the API.
 */
export const pathOfEvent = (event: LambdaEvent): string => {
  if (isV2(event)) return withoutStage(event.rawPath, event.requestContext.stage)
  const { path, resource } = event
  // A greedy variable, such as `{proxy+}`, has any number of segments.
  if (resource === undefined || resource.includes('+}')) return path
  if (resource === '/') return '/'
  const routeSegments = resource.split('/').length
  const segments = path.replace(/\/$/, '').split('/')
  return segments.length <= routeSegments ? path : `/${segments.slice(1 - routeSegments).join('/')}`
}

const requestLineOf = (event: LambdaEvent) =>
  isV2(event)
    ? {
        method: event.requestContext.http.method,
        path: pathOfEvent(event),
        query: event.rawQueryString ?? '',
      }
    : { method: event.httpMethod, path: pathOfEvent(event), query: queryV1(event) }

const bytesOfEvent = ({ body, isBase64Encoded }: LambdaEvent): Uint8Array<ArrayBuffer> =>
  // Returns bytes, because `Request` adds a content type for text, which the client did not send.
  isBase64Encoded ? bytesOfBase64(body ?? '') : new TextEncoder().encode(body ?? '')

const plainHeaders = (event: LambdaEvent): Record<string, string> => {
  const lists = isV2(event) ? [] : definedEntries(event.multiValueHeaders)
  const pairs: [string, string][] = definedEntries(event.headers).map(([name, value]) => [name.toLowerCase(), value])
  const joinedPairs = lists.map(([name, values]): [string, string] => {
    const lowerCaseName = name.toLowerCase()
    return [lowerCaseName, values.join(lowerCaseName === 'cookie' ? '; ' : ', ')]
  })
  if (isV2(event) && event.cookies !== undefined) pairs.push(['cookie', event.cookies.join('; ')])
  return Object.fromEntries(joinedPairs.length === 0 ? pairs : joinedPairs)
}

/** Converts the event to the engine's format, without the cost of a `Request`. */
export const incomingOfEvent = (event: LambdaEvent): Incoming => {
  const { method, path, query } = requestLineOf(event)
  return {
    method,
    path: escapedPath(path),
    query: new URLSearchParams(query),
    headers: plainHeaders(event),
    bytes: (limit) => {
      const bytes = bytesOfEvent(event)
      if (bytes.length > limit) throw payloadTooLarge(limit)
      return bytes
    },
  }
}

/**
 * Converts the event to a request. The host is the one that the client sent; the scheme is always https.
 * @throws TypeError or DOMException if the host, the method or the base64 is invalid
 */
export const requestOfEvent = (event: LambdaEvent): Request => {
  const { method, path, query } = requestLineOf(event)
  const headers = headersOf(event)
  const host = headers.get('host') ?? event.requestContext.domainName ?? 'lambda.invalid'
  const url = `https://${host}${escapedPath(path)}${query ? `?${query}` : ''}`
  if (!event.body || method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: bytesOfEvent(event) })
}

const TEXT_TYPE =
  /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|application\/(?:javascript|x-www-form-urlencoded)\b)/i

const bodyOf = async (response: Response): Promise<Pick<LambdaResult, 'body' | 'isBase64Encoded'>> => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isText = TEXT_TYPE.test(response.headers.get('content-type') ?? '') && !response.headers.has('content-encoding')
  if (bytes.length === 0) return { body: '', isBase64Encoded: false }
  return isText
    ? { body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isBase64Encoded: false }
    : { body: base64Of(bytes), isBase64Encoded: true }
}

/**
 * Reads the response to its end and converts it to the format of the event's gateway. Bodies that are not text are
 * encoded as base64.
 */
export const resultOfResponse = async (event: LambdaEvent, response: Response): Promise<LambdaResult> => {
  const cookies = response.headers.getSetCookie()
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
  const result = { statusCode: response.status, headers, ...(await bodyOf(response)) }
  if (cookies.length === 0) return result
  return isV2(event) ? { ...result, cookies } : { ...result, multiValueHeaders: { 'set-cookie': cookies } }
}
