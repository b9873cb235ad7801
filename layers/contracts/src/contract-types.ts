import type * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { Authority, HeaderDefinition, ResponseDefinition, ResponseMap } from './endpoint-definition.ts'
import type { ErrorReference } from './error-codes.ts'
import type { RateDefinition } from './rate.ts'
import type { ParamsOf, PathOf, RouteSpelling } from './route-pattern.ts'

export type OperationKind = 'create' | 'read' | 'list' | 'update' | 'delete' | 'command'
export type EntitySchema = z.ZodObject
export type EventMap = Readonly<Record<string, z.ZodType>>

export type StateOf<S extends EntitySchema, F> = F extends keyof z.output<S> ? Extract<z.output<S>[F], string> : never

/** A response of an operation: `'self'` is the entity with a default description. */
export type OperationResponse =
  | 'self'
  | (Omit<ResponseDefinition, 'schema'> & {
      readonly schema?: 'self' | z.ZodType | undefined
      readonly headers?: Readonly<Record<string, HeaderDefinition>> | undefined
    })

export interface OperationDefinition<State extends string = string, Event extends string = string> {
  /** Default: from the name (`create`, `read`/`get`, `list`, `update`, `delete`), otherwise `command`. */
  readonly kind?: OperationKind | undefined
  readonly summary?: string | undefined
  readonly description?: string | undefined
  /** Fields that the route names are path parameters; the others are the query (GET, DELETE) or the body. */
  readonly input?: z.ZodObject | undefined
  /** Headers that the operation reads, with lower-case names. */
  readonly headers?: z.ZodObject | undefined
  /** Default `'self'`, the entity. A deletion has no output, and a list must declare one. */
  readonly output?: 'self' | 'none' | z.ZodType | undefined
  readonly transition?: { readonly from?: State | readonly State[] | undefined; readonly to: State } | undefined
  readonly emits?: readonly Event[] | undefined
  readonly errors?: readonly ErrorReference[] | undefined
  /** Replaces the default of the kind (create 201, delete 204, others 200). */
  readonly responses?: Readonly<Record<number, OperationResponse>> | undefined
  readonly tags?: readonly string[] | undefined
  readonly idempotent?: boolean | undefined
  readonly stream?: boolean | undefined
  readonly maxBodyBytes?: number | undefined
  /** Rate limits; all of them apply. */
  readonly rate?: RateDefinition | readonly RateDefinition[] | undefined
}

/** A rule across fields, which JSON Schema cannot express. */
export interface Invariant<S extends EntitySchema> {
  readonly id: string
  readonly message: string
  readonly holds: (entity: z.output<S>) => boolean
}

type InputKeys<Op> = Op extends { readonly input: z.ZodObject<infer Shape> } ? keyof Shape & string : never
type Params<B extends string, R> = ParamsOf<B> | ParamsOf<PathOf<R>>

export type IndexDefinition<Field extends string> =
  | Field
  | readonly Field[]
  | { readonly fields: readonly Field[]; readonly unique?: boolean | undefined }

type AuthorityOf<A> = A | { readonly requires: A }

/** The events that operations may emit: those of `events` or, without it, any name, with the entity as the payload. */
export type EventNames<Ev> = [keyof Ev] extends [never] ? string : keyof Ev & string

type CheckParams<Missing> = [Missing] extends [never]
  ? unknown
  : `the path parameter "${Missing & string}" is missing from the operation's input`

/**
 * `unknown` when the input has every parameter of the route. Literals without a colon, the usual case, are not parsed.
 */
type CheckRoute<B extends string, R, Op> = `${B} ${R & string}` extends `${string}:${string}`
  ? CheckParams<Exclude<Params<B, R>, InputKeys<Op>>>
  : R extends string
    ? unknown
    : CheckParams<Exclude<Params<B, R>, InputKeys<Op>>>

/**
 * The input of `defineContract` (spec supporting-services 2.4, extended). Type parameters: name N, schema S,
 * state field F, operations Ops, routes R, base path B, events Ev.
 */
export interface ContractDefinition<
  N extends string,
  S extends EntitySchema,
  F extends string,
  Ops,
  R,
  B extends string,
  Ev extends EventMap,
> {
  readonly name: N
  readonly version: `${number}.${number}.${number}`
  readonly description: string
  readonly schema: S
  readonly operations: Ops
  /** Absent for an entity without a life cycle. */
  readonly states?:
    | {
        readonly field: F & keyof z.output<S>
        readonly initial: NoInfer<StateOf<S, F>>
        /** States without an outgoing transition. Default: those without one in the table. */
        readonly terminal?: readonly NoInfer<StateOf<S, F>>[] | undefined
        /**
         * state -> operation -> next state. Complete if present; optional if every operation declares its transition.
         */
        readonly transitions?:
          | { readonly [St in StateOf<S, F>]: { readonly [K in keyof Ops]?: StateOf<S, F> } }
          | undefined
      }
    | undefined
  readonly surfaces: {
    /** Absent if only workers perform the operations. */
    readonly api?:
      | {
          /** Prefix of every route; `/` for no prefix. */
          readonly basePath: B
          readonly routes: R & { readonly [K in keyof R]: K extends keyof Ops ? CheckRoute<B, R[K], Ops[K]> : never }
        }
      | undefined
    /** Absent if the entity is stored elsewhere. */
    readonly db?:
      | {
          readonly table: string
          /** Default `['id']`. */
          readonly key?: readonly (keyof z.output<S> & string)[] | undefined
          readonly indexes?: readonly IndexDefinition<keyof z.output<S> & string>[] | undefined
        }
      | undefined
  }
  /** The authority of each operation; `internal` exactly for operations without a route. */
  readonly authority: { readonly [K in keyof Ops]: AuthorityOf<K extends keyof R ? Authority : 'internal'> }
  /** Event name to the schema of its payload. Default: the entity is the payload of every emitted event. */
  readonly events?: Ev | undefined
  readonly invariants?: readonly Invariant<S>[] | undefined
  /** Changes that a migration of stored data needs to know: renamed fields, old name to new name. */
  readonly compat?: { readonly renames?: Readonly<Record<string, keyof z.output<S> & string>> | undefined } | undefined
}

type KindOf<Op, Name> = Op extends { readonly kind: infer K extends OperationKind }
  ? K
  : Name extends 'create' | 'list' | 'update' | 'delete'
    ? Name
    : Name extends 'read' | 'get'
      ? 'read'
      : 'command'

type WithDescription<Extra> = { readonly description: string } & Extra
type Output<Op, S> = Op extends { readonly output: infer O }
  ? O extends z.ZodType
    ? { readonly schema: O }
    : O extends 'none'
      ? Record<never, never>
      : { readonly schema: S }
  : { readonly schema: S }

type ResolvedSchema<R, S> = R extends 'self'
  ? WithDescription<{ readonly schema: S }>
  : R extends { readonly schema: 'self' }
    ? Omit<R, 'schema'> & WithDescription<{ readonly schema: S }>
    : R

type ResponsesOf<Op, S, Kind> = Op extends { readonly responses: infer Res }
  ? { readonly [K in keyof Res]: ResolvedSchema<Res[K], S> }
  : Kind extends 'create'
    ? { readonly 201: WithDescription<Output<Op, S>> }
    : Kind extends 'delete'
      ? { readonly 204: WithDescription<Record<never, never>> }
      : { readonly 200: WithDescription<Output<Op, S>> }

type MethodOf<R> = R extends `${infer M} ${string}` ? M : R extends { readonly method: infer M } ? M : never
type KeyedObject<Key extends string, Shape> = [keyof Shape] extends [never]
  ? Record<never, never>
  : { readonly [K in Key]: z.ZodObject<Extract<Shape, z.ZodRawShape>> }

type SplitInput<Op, P extends string, M> = Op extends { readonly input: z.ZodObject<infer Shape> }
  ? KeyedObject<'params', Pick<Shape, P & keyof Shape>> &
      KeyedObject<M extends 'GET' | 'DELETE' ? 'query' : 'body', Omit<Shape, P>>
  : Record<never, never>

type HeadersOf<Op> = Op extends { readonly headers: infer H extends z.ZodObject }
  ? { readonly headers: H }
  : Record<never, never>
type CodesOf<Op> = Op extends { readonly errors: readonly (infer E)[] }
  ? E extends { readonly code: infer Code extends string }
    ? Code
    : Extract<E, string>
  : never

export type OperationEndpoint<S, Op, R, B extends string, Name> =
  ResponsesOf<Op, S, KindOf<Op, Name>> extends infer Res extends ResponseMap
    ? Endpoint<SplitInput<Op, Params<B, R>, MethodOf<R>> & HeadersOf<Op>, Res, CodesOf<Op>>
    : never

export type RouteMap<Ops> = { readonly [K in keyof Ops]?: RouteSpelling }
