import type { Contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

/** Endpoints without an entity, with the name and version under which they are published. */
export interface EndpointSet {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly endpoints: readonly Endpoint[]
}

/**
 * The credentials that may have the scope: keys of an organization, sessions of a user, or credentials of the platform's
 * operators.
 */
export type ScopeHolder = 'organization' | 'person' | 'operator'

export interface ScopeDefinition {
  readonly holder: ScopeHolder
  readonly description: string
  /**
   * True if a key has the scope only if the scope was requested by name. The default scopes exclude it, because it
   * allows payments or affects people.
   */
  readonly byName?: true
}

/** A kind of table rows, as documentation and permissions need it. `rowKind` of the kernel creates it. */
export interface ServiceRow {
  readonly name: string
  /** The start of its partition key, with the separator: `TENANT#`. */
  readonly prefix: string
  /** Templates of its keys: `TENANT#<tenant>`. */
  readonly keyTemplates: Readonly<{ pk: string; sk: string; gsi1pk?: string; gsi1sk?: string }>
  /** Retention, in words. */
  readonly retention: string
  /** The account that owns the row. The row is exported and erased with it. */
  readonly owner: 'organization' | 'tenant' | 'person' | 'platform'
}

/**
 * The erasure and export of a service's data when an account is deleted or exported: the function that does it, derived
 * from the owners of its rows, or the reason why none is needed.
 */
export type ErasureOfService = { readonly by: 'erasure' } | { readonly none: string }

export interface Service {
  /** Its folder in `lambdas/`, and the prefix of the names of its functions. */
  readonly name: string
  /** The API that serves it, by its key: `images`, `flags`, `platform`. Absent: it has no routes. */
  readonly api?: string
  readonly title: string
  readonly description: string
  readonly tags: Readonly<Record<string, string>>
  readonly scopes: Readonly<Record<string, ScopeDefinition>>
  /** Prefix of its API keys. Absent: it issues no keys. */
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
 * Resolves to `unknown` if no operation of a service with keys accepts every key, otherwise to a type that explains the
 * error.
 */
export type KeysNeedScopes<S extends Service> = S extends { readonly keyPrefix: string }
  ? [OpenToAnyKey<S>] extends [never]
    ? unknown
    : {
        readonly contracts: 'an operation that takes keys must require a scope: authority scope:<name>, not authenticated'
      }
  : unknown

/**
 * Defines a service. `serviceIR` reports contradictions; a Lambda does not call it. An operation that accepts every key
 * of the service, whatever its scopes, does not compile.
 */
export const defineService = <const S extends Service>(service: S & KeysNeedScopes<S>): S => service
