export interface NamedResource {
  /** The value of the function's variable: a name, an ID, a URL or an ARN, as the client requires it. */
  readonly name: string
  readonly arn: string
}

/**
 * The deployed resources that accesses name. Each function throws an Error that lists the valid names if a name is
 * unknown.
 */
export interface DeployedResources {
  readonly table: NamedResource
  readonly bus: NamedResource
  readonly sessions: Readonly<Record<'SESSION_ISSUER' | 'SESSION_CLIENT_ID', string>>
  /** The user pool for sign-in; undefined if people sign in elsewhere. */
  readonly userPool: NamedResource | undefined
  /** The search collection, if configured. Its name is its address. */
  readonly collection: NamedResource | undefined
  readonly bucket: (name: string) => NamedResource
  readonly queue: (name: string) => NamedResource
  readonly machine: (name: string) => NamedResource
  readonly fn: (bundle: string) => NamedResource
  /** A secret; its name is its ARN. */
  readonly secret: (name: string) => NamedResource
  readonly signingKey: (name: string) => NamedResource
  /** The value of a setting; `none` for a setting without a value. */
  readonly setting: (name: string) => string
  /** The address of a sibling API, past the edge; `none` if no stack serves the API. */
  readonly apiUrl: (key: string) => string
  /** The public address of a sibling API; `none` if no stack serves the API. */
  readonly publicUrl: (key: string) => string
  /** The secret with which the edge identifies itself to APIs; undefined in a stage without an edge. */
  readonly originKey: NamedResource | undefined
  /** The prefix of the names of secrets that callers supply, without the last slash. */
  readonly vaultPrefix: (name: string) => string
  /** The ARN of a resource; by default in the stack's region and account. */
  readonly arn: (parts: {
    readonly service: string
    readonly resource: string
    readonly region?: string
    readonly account?: string
  }) => string
}

export interface Right {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  readonly conditions?: Readonly<Record<string, unknown>>
  /** Reason for the wildcards in its resources. The template check (cdk-nag) requires one. */
  readonly wildcardReason?: string
}

/** Operations of a function on rows. `check` is a condition within a transaction. */
export type RowVerb = 'get' | 'query' | 'put' | 'update' | 'delete' | 'check'

/** Rights on rows, by the first word of their partition keys without `#`: `TENANT`. */
export type Rows = Readonly<Record<string, readonly RowVerb[]>>

/**
 * The values of variables at deployment, by their names. `*` in a name represents each name in the grant, in capitals:
 * `*_QUEUE_URL`. A name that ends with `?` may have no value; the function then lacks the variable.
 */
export type Variables<Pattern extends string, Grant> = Readonly<
  Record<Pattern, (deployed: DeployedResources, name: string, grant: Grant) => string | undefined>
>

/** The local replacement of an ability: a service of the embedded AWS, by its name in signatures, or a description. */
export type LocalStandIn = { readonly service: string } | { readonly instead: string }

/** Whether a grant contains the names of its resources as list entries or as keys. */
export type NamesIn = 'lists' | 'keys'

/**
 * A resource or service that a function may use. An access grants it under its name; variables, rights, clients and the
 * local replacement follow.
 */
export interface Ability<Grant, Pattern extends string = string, Clients = unknown, Names extends NamesIn = NamesIn> {
  /** Description in the list of abilities (docs/abilities.md). */
  readonly allows: string
  readonly local: LocalStandIn
  readonly variables?: Variables<Pattern, Grant>
  readonly namesIn?: Names
  /** Merged over all abilities of a function before its rights on rows are derived. */
  readonly rows?: (grant: Grant) => Rows
  readonly rights?: (grant: Grant, deployed: DeployedResources) => readonly Right[]
  /** For the compiler only: `clients` are those that a handler must provide. */
  readonly types?: {
    readonly grant: Grant
    readonly clients: Clients
    readonly pattern: Pattern
    readonly namesIn: Names
  }
}

/** Declares an ability. The first call sets the types that cannot be inferred from the definition. */
export const ability =
  <Grant, Clients = unknown>() =>
  <Pattern extends string = never, const Names extends NamesIn = 'lists'>(
    entry: Ability<Grant, Pattern, Clients, Names>,
  ): Ability<Grant, Pattern, Clients, Names> =>
    entry

/** Returns the texts in a grant, at any depth. */
export const listed = (grant: unknown): readonly string[] => {
  if (typeof grant === 'string') return [grant]
  return typeof grant === 'object' && grant !== null ? Object.values(grant).flatMap(listed) : []
}
