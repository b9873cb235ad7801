import type {
  DeepReadonly,
  Endpoint,
  RequestSchemas,
  ResponseDefinition,
  ResponseMap,
  Service,
} from '@signet/contracts'
import type * as z from 'zod'
import type { CallOptions } from './call-operation.ts'

type NoMembers = Readonly<Record<never, never>>

type Merged<Parts> = { readonly [Name in keyof Parts]: Parts[Name] }

type Input<S extends z.ZodType> = Exclude<z.input<S>, undefined>
/** The type of an object without members is `Record<string, never>`, which would forbid the members of other parts. */
type MembersOf<S> = S extends z.ZodType
  ? Input<S> extends Record<string, never>
    ? NoMembers
    : DeepReadonly<Input<S>>
  : NoMembers

type BodyMembers<Req extends RequestSchemas> = Req['body'] extends z.ZodType
  ? MembersOf<Req['body']>
  : Req['bodyType'] extends 'bytes' | 'text'
    ? { readonly body: BodyInit }
    : NoMembers

type FlatInput<Req extends RequestSchemas> = Merged<
  MembersOf<Req['params']> & MembersOf<Req['query']> & MembersOf<Req['headers']> & BodyMembers<Req>
>

type IsRaw<R extends ResponseDefinition> = R['schema'] extends z.ZodType
  ? R['mediaTypes'] extends readonly string[]
    ? [Extract<R['mediaTypes'][number], `${string}json`>] extends [never]
      ? true
      : false
    : false
  : R['stream'] extends true
    ? true
    : R['mediaTypes'] extends readonly string[]
      ? true
      : false

type Each<Res extends ResponseMap> = Res[keyof Res & number]
type JsonBody<R extends ResponseDefinition> = R['schema'] extends z.ZodType
  ? DeepReadonly<z.output<R['schema']>>
  : undefined
type JsonBodies<Res extends ResponseMap> = { [Status in keyof Res & number]: JsonBody<Res[Status]> }[keyof Res & number]
type IsAnyRaw<Res extends ResponseMap> = true extends { [Status in keyof Res & number]: IsRaw<Res[Status]> }[keyof Res &
  number]
  ? true
  : false
type Output<Res extends ResponseMap> = IsAnyRaw<Res> extends true ? Response : JsonBodies<Res>

/** The arguments of a call; the input may be omitted if it has no required member. */
type Arguments<Input> = NoMembers extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions]

type Streaming<Res extends ResponseMap, Input> =
  IsAnyRaw<Res> extends true
    ? unknown
    : Extract<Each<Res>, { readonly stream: true }> extends never
      ? unknown
      : {
          /** Returns the response as a stream, as requested by the header `accept`. */
          readonly stream: (...args: Arguments<Input>) => Promise<Response>
        }

type Method<E> =
  E extends Endpoint<infer Req, infer Res, infer _Code>
    ? ((...args: Arguments<FlatInput<Req>>) => Promise<Output<Res>>) & Streaming<Res, FlatInput<Req>>
    : never

type MethodsOf<Contract> = Contract extends { readonly endpoints: readonly (infer E)[] }
  ? { readonly [O in Extract<E, Endpoint> as string extends O['name'] ? never : O['name']]: Method<O> }
  : Contract extends { readonly ops: infer Ops }
    ? { readonly [Name in keyof Ops]: Method<Ops[Name]> }
    : never

type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

export type ClientOf<S extends Pick<Service, 'contracts'>> = UnionToIntersection<MethodsOf<S['contracts'][number]>>

type AnyMethod = (...args: never[]) => Promise<unknown>

export type InputOf<M> = M extends AnyMethod ? NonNullable<Parameters<M>[0]> : never

export type OutputOf<M> = M extends AnyMethod ? Awaited<ReturnType<M>> : never
