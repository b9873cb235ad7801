import type { Operation } from './operation.ts'

type Values = Readonly<Record<string, unknown>>

export interface RequestParts {
  readonly params?: Values
  readonly query?: Values
  readonly headers?: Values
  /** A value to encode as JSON, or the body itself, depending on the operation's media type. */
  readonly body?: unknown
}

export interface PreparedRequest {
  readonly url: string
  readonly init: {
    readonly method: string
    readonly body: BodyInit | null
    readonly duplex?: 'half'
    readonly redirect?: RequestRedirect
  }
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** True if the body is a stream, which cannot be sent again. */
  readonly isOnce: boolean
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** A parameter value that would lead to another path. No resource has such an id. */
export class PathError extends TypeError {}

const pathOf = ({ name, path }: Operation, params: Values): string =>
  path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = params[parameter]
    if (!isPresent(value)) throw new TypeError(`${name}: ${parameter} is missing`)
    const text = String(value)
    if (text === '' || text === '.' || text === '..') {
      throw new PathError(`${name}: "${text}" is not allowed as path parameter ${parameter}`)
    }
    return encodeURIComponent(text)
  })

const queryOf = (values: Values): string => {
  const query = new URLSearchParams()
  for (const [field, value] of Object.entries(values)) {
    for (const each of [value].flat()) if (isPresent(each)) query.append(field, String(each))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** U+FFFD is escaped, because services interpret it as a sign of bytes that were not UTF-8. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll('\uFFFD', '\\ufffd')

const isJson = (mediaType: string | undefined): boolean => mediaType !== undefined && /[/+]json$/.test(mediaType)

const isBytesOrText = (body: unknown): body is BodyInit =>
  typeof body === 'string' ||
  body instanceof Blob ||
  body instanceof ReadableStream ||
  body instanceof ArrayBuffer ||
  ArrayBuffer.isView(body)

const bodyOf = ({ mediaType }: Operation, body: unknown): BodyInit | null => {
  if (!isPresent(body)) return null
  if (isBytesOrText(body)) return body
  return isJson(mediaType) ? jsonOf(body) : (body as BodyInit)
}

const headerTextsOf = (headers: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (isPresent(value) ? [[name.toLowerCase(), String(value)]] : [])),
  )

/** Returns one idempotency key for all attempts of a call, so that the service does the work once. */
const idempotencyHeader = ({ keyed }: Operation, headers: Values, body: unknown): Record<string, string> => {
  const hasKey =
    isPresent(headers['idempotency-key']) || isPresent((body as Values | null | undefined)?.idempotency_key)
  return keyed && !hasKey ? { 'idempotency-key': crypto.randomUUID() } : {}
}

/**
 * Prepares the request of an operation. `headers` are sent with it; headers of the request itself take precedence.
 * @throws PathError for a parameter that would lead to another path, TypeError for a missing one.
 */
export const preparedRequest = (
  baseUrl: string,
  operation: Operation,
  { params = {}, query = {}, headers: ownHeaders = {}, body: content }: RequestParts,
  headers: Values = {},
): PreparedRequest => {
  const { method, mediaType, answer, otherStatuses = [] } = operation
  const body = bodyOf(operation, content)
  const mergedHeaders = { ...headerTextsOf(headers), ...headerTextsOf(ownHeaders) }
  const isOnce = body instanceof ReadableStream
  return {
    url: `${baseUrl.replace(/\/+$/, '')}${pathOf(operation, params)}${queryOf(query)}`,
    init: {
      method,
      body,
      // fetch requires this for a body that is produced while it is sent.
      ...(isOnce ? { duplex: 'half' } : {}),
      // A redirect status that the contract declares is returned instead of followed.
      ...(otherStatuses.some((status) => status !== 304) ? { redirect: 'manual' } : {}),
    },
    headers: {
      accept: answer === 'raw' ? '*/*' : 'application/json',
      ...(body === null || mediaType === undefined ? {} : { 'content-type': mediaType }),
      ...idempotencyHeader(operation, mergedHeaders, content),
      ...mergedHeaders,
    },
    isOnce,
  }
}
