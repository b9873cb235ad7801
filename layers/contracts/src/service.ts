import type { Contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

/** Endpoints that belong to no entity, under the name and version that they are published by. */
export interface EndpointSet {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly endpoints: readonly Endpoint[]
}

/** Whose credential may carry the scope: keys of an organisation, sessions of a person, or those who run the system. */
export type ScopeHolder = 'organisation' | 'person' | 'operator'

export interface ScopeDefinition {
  readonly holder: ScopeHolder
  readonly description: string
}

/** What documentation and rights need to know of one kind of rows. `rowKind` of the kernel is one too. */
export interface ServiceRow {
  /** What a row of this kind is, in words. */
  readonly name: string
  /** The first word of its partition key, with its mark: `TENANT#`. */
  readonly prefix: string
  /** Keys as a reader wants to see them: `TENANT#<tenant>`. */
  readonly shown: Readonly<{ pk: string; sk: string; gsi1pk?: string; gsi1sk?: string }>
  /** For how long it is kept, in words. */
  readonly kept: string
}

/** One service of the platform, as plain data: everything else about it follows from this. */
export interface Service {
  /** Its folder in `lambdas/`, with which the names of its functions begin. */
  readonly name: string
  /** The API that serves it, by its key: `images`, `flags`, `platform`; absent: it has no routes. */
  readonly api?: string
  readonly title: string
  readonly description: string
  /** Each tag of its operations, with what it gathers. */
  readonly tags: Readonly<Record<string, string>>
  /** What its keys and sessions may be allowed to do. */
  readonly scopes: Readonly<Record<string, ScopeDefinition>>
  /** How its API keys begin; absent: it has none of its own. */
  readonly keyPrefix?: string
  readonly contracts: readonly (Contract | EndpointSet)[]
  readonly rows: readonly ServiceRow[]
}

/** Says what a service is. Contradictions are found by `serviceIR`, off the Lambda's path. */
export const defineService = <const S extends Service>(service: S): S => service
