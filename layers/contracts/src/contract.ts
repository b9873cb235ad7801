import type * as z from 'zod'
import type {
  EntitySchema,
  EventMap,
  Invariant,
  OperationDefinition,
  OperationEndpoint,
  OperationKind,
} from './contract-types.ts'
import type { Endpoint } from './endpoint.ts'
import type { LooseDatabase } from './loose-definition.ts'
import type { StateMachine, Transition } from './state-machine.ts'
import type { ReplyOf, RequestOf } from './wire-types.ts'

export interface ContractOperation {
  readonly name: string
  readonly operationId: string
  readonly kind: OperationKind
  readonly authority: string
  readonly definition: OperationDefinition
  /** Absent for internal operations. */
  readonly endpoint?: Endpoint
  readonly transition?: Transition
}

/** A contract at run time. `irOf` of `@signet/contracts/ir` builds its JSON form, which a Lambda does not need. */
export interface Contract<
  N extends string = string,
  S extends EntitySchema = EntitySchema,
  Endpoints = Readonly<Record<string, Endpoint>>,
  Ops = Readonly<Record<string, OperationDefinition>>,
  Ev = EventMap,
  M extends StateMachine | undefined = StateMachine | undefined,
> {
  readonly name: N
  readonly version: string
  readonly description: string
  readonly schema: S
  readonly ops: Endpoints
  readonly operations: { readonly [K in keyof Ops]: ContractOperation }
  /** `undefined` if the entity has no life cycle. */
  readonly states: M
  /** `undefined` if the entity is stored elsewhere. */
  readonly db: LooseDatabase | undefined
  readonly events: Ev
  readonly invariants: readonly Invariant<EntitySchema>[]
  /** Old field name to new field name. */
  readonly renames: Readonly<Record<string, string>>
  /** For types only; never present at run time. */
  readonly $ops?: Ops
}

export type EndpointsOf<S, Ops, R, B extends string> = {
  readonly [K in keyof R & keyof Ops]: OperationEndpoint<S, Ops[K], R[K], B, K>
}

type EmittedBy<Op> = Op extends { readonly emits: readonly (infer E extends string)[] } ? E : never

export type EventsOf<S extends EntitySchema, Ops, Ev> = [keyof Ev] extends [never]
  ? { readonly [E in EmittedBy<Ops[keyof Ops]>]: S }
  : Ev

export type Entity<C> = C extends { readonly schema: infer S extends z.ZodType } ? z.output<S> : never

export type EventName<C> = C extends { readonly events: infer Ev } ? keyof Ev & string : never

export type OperationName<C> = C extends { readonly operations: infer O } ? keyof O & string : never

/**
 * One handler for each routed operation. `Context` contains the values that the kernel adds to the parsed request, such
 * as caller and clock.
 */
export type Handlers<C, Context = unknown> = C extends { readonly ops: infer O }
  ? { readonly [K in keyof O]: (request: RequestOf<O[K]> & Context) => Promise<ReplyOf<O[K]>> }
  : never

type InputOf<Op> = Op extends { readonly input: infer I extends z.ZodType } ? z.input<I> : Record<never, never>
type BodyOf<E> = ReplyOf<E> extends infer R ? (R extends { readonly body: infer B } ? B : never) : never

/** One function for each routed operation: it takes the operation's flat input and returns the body of its success. */
export type Client<C> = C extends { readonly ops: infer O; readonly $ops?: infer Ops }
  ? {
      readonly [K in keyof O]: (
        input: K extends keyof NonNullable<Ops> ? InputOf<NonNullable<Ops>[K]> : never,
      ) => Promise<BodyOf<O[K]>>
    }
  : never
