import type * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { RequestSchemas, ResponseDefinition, ResponseMap } from './endpoint-definition.ts'

type Leaf =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | Uint8Array
  | ((...args: never[]) => unknown)

export type DeepReadonly<Value> = unknown extends Value
  ? Value
  : Value extends Leaf
    ? Value
    : { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

type OutputOr<S, Otherwise> = S extends z.ZodType ? z.output<S> : Otherwise
type EmptyObject = Readonly<Record<never, never>>

type RequestBody<Req extends RequestSchemas> = Req['body'] extends z.ZodType
  ? z.output<Req['body']>
  : Req['bodyType'] extends 'bytes'
    ? Uint8Array
    : Req['bodyType'] extends 'text'
      ? string
      : undefined

/** The result of `parseRequest` for a handler: all values parsed, defaults filled in. */
export type RequestOf<E> =
  E extends Endpoint<infer Req, infer _Res, infer _Code>
    ? {
        readonly params: OutputOr<Req['params'], EmptyObject>
        readonly query: OutputOr<Req['query'], EmptyObject>
        readonly headers: OutputOr<Req['headers'], EmptyObject>
        readonly body: RequestBody<Req>
      }
    : never

export type StreamBody = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>

type ResponseBody<R extends ResponseDefinition> = R['schema'] extends z.ZodType
  ? DeepReadonly<z.output<R['schema']>> | (R['stream'] extends true ? StreamBody : never)
  : R['stream'] extends true
    ? StreamBody
    : R['mediaTypes'] extends readonly string[]
      ? Uint8Array | string
      : undefined

export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>

export interface Reply<Status extends number = number, Body = unknown> {
  readonly status: Status
  readonly body: Body
  readonly headers?: ReplyHeaders
}

type ReplyUnion<Res extends ResponseMap> = { [S in keyof Res & number]: Reply<S, ResponseBody<Res[S]>> }[keyof Res &
  number]

/** The replies that an endpoint declares, as a union on `status`. An undeclared status does not compile. */
export type ReplyOf<E> = E extends Endpoint<infer _Req, infer Res, infer _Code> ? ReplyUnion<Res> : never

export type ErrorCodeOf<E> = E extends Endpoint ? E['errors'][number]['code'] : never

/** Creates a reply. Its type is checked against the endpoint where the handler returns it. */
export function reply<const Status extends number>(status: Status): Reply<Status, undefined>
export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
  headers?: ReplyHeaders,
): Reply<Status, Body>
export function reply(status: number, body?: unknown, headers?: ReplyHeaders): Reply {
  return headers === undefined ? { status, body } : { status, body, headers }
}
