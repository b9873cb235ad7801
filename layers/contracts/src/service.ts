import type { Contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

/** Endpoints that belong to no entity, under the name and version that they are published by. */
export interface EndpointSet {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly endpoints: readonly Endpoint[]
}

/**
 * The credentials that may carry the scope: keys of an organization, sessions of a person, or credentials of the
 * operators.
 */
export type ScopeHolder = 'organization' | 'person' | 'operator'

export interface ScopeDefinition {
  readonly holder: ScopeHolder
  readonly description: string
  /** A key has it only when it was asked for by name: it is in no default, such as what pays or concerns people. */
  readonly byName?: true
}

/** The facts about a kind of rows that documentation and rights need. `rowKind` of the kernel makes one. */
export interface ServiceRow {
  readonly name: string
  /** The first word of its partition key, with its mark: `TENANT#`. */
  readonly prefix: string
  /** Keys as a reader wants to see them: `TENANT#<tenant>`. */
  readonly shown: Readonly<{ pk: string; sk: string; gsi1pk?: string; gsi1sk?: string }>
  /** For how long it is kept, in words. */
  readonly kept: string
  /** The account that it belongs to: it is exported and erased with it. */
  readonly owner: 'organization' | 'tenant' | 'person' | 'platform'
}

/**
 * The erasure and export of a service's data when an account is deleted or exported: the function that does it, which
 * follows from the owners of its rows, or the reason why there is none.
 */
export type ErasureOfService = { readonly by: 'erasure' } | { readonly none: string }

export interface Service {
  /** Its folder in `lambdas/`, with which the names of its functions begin. */
  readonly name: string
  /** The API that serves it, by its key: `images`, `flags`, `platform`; absent: it has no routes. */
  readonly api?: string
  readonly title: string
  readonly description: string
  readonly tags: Readonly<Record<string, string>>
  readonly scopes: Readonly<Record<string, ScopeDefinition>>
  /** How its API keys begin; absent: it has none of its own. */
  readonly keyPrefix?: string
  readonly erasure: ErasureOfService
  readonly contracts: readonly (Contract | EndpointSet)[]
  readonly rows: readonly ServiceRow[]
}

type MemberOf<C> = C extends { readonly endpoints: readonly (infer E)[] }
  ? E
  : C extends { readonly ops: infer Ops }
    ? Ops[keyof Ops]
    : never

type OpenToAnyKey<S extends Service> = Extract<
  MemberOf<S['contracts'][number]>,
  { readonly authority: 'authenticated' }
>

/**
 * Resolves to `unknown` when no operation of a service with keys lets in every key, else to a type that explains itself.
 */
export type KeysNeedScopes<S extends Service> = S extends { readonly keyPrefix: string }
  ? [OpenToAnyKey<S>] extends [never]
    ? unknown
    : { readonly contracts: 'an operation that takes keys names a scope: authority scope:<name>, not authenticated' }
  : unknown

/**
 * Defines a service. `serviceIR` finds contradictions, outside the Lambda's start. An operation that lets in every key of
 * the service, whatever its scopes, does not compile.
 */
export const defineService = <const S extends Service>(service: S & KeysNeedScopes<S>): S => service
