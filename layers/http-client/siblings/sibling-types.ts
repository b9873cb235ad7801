import type { Endpoint, ErrorCodeOf, ReplyOf, RequestSchemas } from '@signet/contracts'
import type { PlatformCall } from '@signet/kernel'
import type * as z from 'zod'
import type { SiblingRefusal } from './sibling-refusal.ts'

/**
 * The services that other services call, by name. A service adds itself next to its definition:
 * declare module '@signet/http-client/siblings' { interface SiblingServices { readonly images: typeof imageService } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: services add themselves
export interface SiblingServices {}

type RegisteredService = SiblingServices[keyof SiblingServices]
type ServicesOf<Api extends string> = Extract<RegisteredService, { readonly api: Api }>
type ContractsOf<Api extends string> =
  ServicesOf<Api> extends { readonly contracts: readonly (infer Contract)[] } ? Contract : never

type Input<S> = S extends z.ZodType ? z.input<S> : never
/** A request part, optional if each of its members is optional. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value }

type BodyOf<Req extends RequestSchemas> = Req['body'] extends z.ZodType
  ? z.input<Req['body']>
  : Req['bodyType'] extends 'bytes'
    ? Uint8Array
    : Req['bodyType'] extends 'text'
      ? string
      : never

export type RequestFor<E> =
  E extends Endpoint<infer Req, infer _Res, infer _Code>
    ? Part<'params', Input<Req['params']>> &
        Part<'query', Input<Req['query']>> &
        Part<'headers', Input<Req['headers']>> &
        Part<'body', BodyOf<Req>>
    : never

/** Options of a call. The `context` of a route can be passed for `traceId` and `signal`. */
export interface CallOptions {
  /** Caller to act for, without the audience, which is added. Absent: no credential is sent. */
  readonly as?: Omit<PlatformCall, 'audience'> | undefined
  readonly signal?: AbortSignal | undefined
  /** Trace ID of the call; default: that of the current work. */
  readonly traceId?: string | undefined
  /** Milliseconds for the whole call, including a second attempt. Default: 24,000. */
  readonly timeoutMs?: number | undefined
}

/**
 * Codes for an invalid request from the platform itself, or a failure of the sibling. The original caller cannot act on
 * them.
 */
type FaultCode = 'internal' | 'method_not_allowed' | 'unsupported_media_type'
/** No response arrived in time, or one that the contract does not declare. The call may have succeeded. */
export type SiblingFailed = 'sibling_failed'

/** Refusal for an id such as `..`, which would lead to another path. */
type NoSuchId<E> =
  E extends Endpoint<infer Request> ? (Request['params'] extends z.ZodType ? 'not_found' : never) : never

export type RefusalOf<E> = SiblingRefusal<Exclude<ErrorCodeOf<E>, FaultCode> | NoSuchId<E> | SiblingFailed>

export type AnswerOf<E> = ReplyOf<E>['body']

/** An operation of a sibling. Returns refusals by value, and throws only for a request that lacks a path parameter. */
export type Call<E> = (request: RequestFor<E> & CallOptions) => Promise<AnswerOf<E> | RefusalOf<E>>

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S

type CallsOf<Contract> = Contract extends { readonly endpoints: readonly (infer E)[] }
  ? { readonly [O in Extract<E, Endpoint> as string extends O['name'] ? never : O['name']]: Call<O> }
  : Contract extends { readonly name: infer Name extends string; readonly ops: infer Ops }
    ? { readonly [K in Name as CamelCase<K>]: { readonly [O in keyof Ops]: Call<Ops[O]> } }
    : never

type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type CalledApis<A> = A extends { readonly calls: readonly (infer Api extends string)[] } ? Api : never

/** The operations of every API in an access's `calls`: `ask.images.job.generate(…)`. */
export type SiblingCalls<A> = { readonly [Api in CalledApis<A>]: UnionToIntersection<CallsOf<ContractsOf<Api>>> }
