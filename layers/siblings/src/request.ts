import { randomUUID } from 'node:crypto'
import { traceparentOf, trail } from '@signet/kernel'
import type { CallOptions } from './asked.ts'
import type { Operation } from './operation.ts'

type Values = Readonly<Record<string, unknown>>

/** A request as callers write it, without its types. */
export interface AnyRequest extends CallOptions {
  readonly params?: Values
  readonly query?: Values
  readonly headers?: Values
  readonly body?: unknown
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const pathOf = ({ name, path }: Operation, params: Values): string =>
  path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const text = String(params[parameter] ?? '')
    // These would make another path of it.
    if (text === '' || text === '.' || text === '..') {
      throw new TypeError(`${name}: "${text}" cannot stand in the path as ${parameter}`)
    }
    return encodeURIComponent(text)
  })

const queryOf = (values: Values): string => {
  const query = new URLSearchParams()
  for (const [field, value] of Object.entries(values)) {
    for (const each of [value].flat()) if (isGiven(each)) query.append(field, String(each))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** U+FFFD is escaped, because a service takes it for the trace of bytes that were not UTF-8. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll('\uFFFD', '\\ufffd')

const bodyOf = ({ mediaType }: Operation, body: unknown): Uint8Array<ArrayBuffer> | string | null => {
  if (body === undefined || mediaType === undefined) return null
  return mediaType === 'application/json' ? jsonOf(body) : (body as Uint8Array<ArrayBuffer> | string)
}

/** The work of one key is done once, however often the request is sent. */
const keyOf = ({ keyed }: Operation, { headers = {}, body }: AnyRequest): Record<string, string> => {
  const hasKey = isGiven(headers['idempotency-key']) || isGiven((body as Values | undefined)?.idempotency_key)
  return keyed && !hasKey ? { 'idempotency-key': randomUUID() } : {}
}

const headersOf = (operation: Operation, request: AnyRequest): Record<string, string> => {
  const { trace_id, span_id } = trail()
  const { headers = {}, body, traceId = trace_id } = request
  const given = Object.entries(headers).filter(([, value]) => isGiven(value))
  return {
    accept: operation.answer === 'raw' ? '*/*' : 'application/json',
    ...(body === undefined || operation.mediaType === undefined ? {} : { 'content-type': operation.mediaType }),
    ...(traceId === undefined
      ? {}
      : { traceparent: traceparentOf(traceId, traceId === trace_id ? span_id : undefined) }),
    ...keyOf(operation, request),
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  }
}

/** The parts of an HTTP request that are the same for each attempt. */
export interface PreparedRequest {
  readonly url: string
  readonly init: { readonly method: string; readonly body: Uint8Array<ArrayBuffer> | string | null }
  readonly headers: Readonly<Record<string, string>>
}

/** @throws TypeError for a parameter that would lead to another path. */
export const preparedRequest = (base: string, operation: Operation, request: AnyRequest): PreparedRequest => ({
  url: `${base.replace(/\/+$/, '')}${pathOf(operation, request.params ?? {})}${queryOf(request.query ?? {})}`,
  init: { method: operation.method, body: bodyOf(operation, request.body) },
  headers: headersOf(operation, request),
})
