/**
 * What each function of a domain is and may touch, as plain data: the CDK makes functions, variables and rights of it, a
 * handler its environment. Nothing is imported here, for both load it.
 */

/** What a function does with rows of a partition. `check` is a condition within a transaction. */
export type RowVerb = 'get' | 'query' | 'put' | 'update' | 'delete' | 'check'
/** `multipart` is what `put` does not cover of uploads in parts: looking at the parts and giving up. */
export type ObjectVerb = 'get' | 'put' | 'delete' | 'multipart'
/** What a function does with secrets that callers hand over. */
export type KeptVerb = 'create' | 'read' | 'delete'

/** What a function does with windows in a collection of OpenSearch Serverless; `write` covers deleting. */
export type CollectionVerb = 'read' | 'write'

/** Messages that a function takes from a queue, which is made for it. */
export interface Consumed {
  readonly name: string
  readonly batchSize: number
  /** How many batches are worked on at once. */
  readonly maxConcurrency: number
}

/** Events of the bus that a function wants in its queue, each as the CloudEvent that it is. */
export interface Subscription {
  /** CloudEvents types, such as `org.signet.job.completed.v1`. */
  readonly types: readonly string[]
  /** What members of the payload must be for it: any of the values. */
  readonly data?: Readonly<Record<string, readonly (string | number | boolean)[]>>
}

export interface Scheduled {
  readonly every: 'minute' | '15 minutes' | 'hour' | 'day'
  /** The event that the function is given. */
  readonly input?: Readonly<Record<string, unknown>>
}

export interface FunctionAccess {
  readonly description: string
  /** A full vCPU comes at 1769 MB. */
  readonly memoryMb: number
  readonly timeoutSeconds: number
  /** Contracts of the service whose routes it answers, by name. */
  readonly serves?: readonly string[]
  /** Whether its handler streams, as every route must then that it serves. */
  readonly streams?: true
  /**
   * Whether its API is its own Function URL instead of a REST API: it then serves all of that API. Such an address streams
   * whatever is sent, leaves headers as they are (a REST API renames WWW-Authenticate), and has no path of a stage.
   */
  readonly url?: true
  /** The largest part of the account's concurrency that it may take: the rest is left to those who do the work. */
  readonly share?: number
  /** What is not in its bundle. */
  readonly layers?: readonly 'sharp'[]
  readonly schedule?: Scheduled
  readonly queue?: Consumed
  /** What else comes to its queue: events of any service. */
  readonly subscribes?: Subscription
  /** The state machine of which it is a step. */
  readonly step?: string
  /** Values of the configuration, by the names of their variables: STAGE, VERSION, PAINTERS. */
  readonly settings?: readonly string[]
  /** What it does with rows, by the first word of their partition keys, to which `#` is added: `TENANT`. */
  readonly rows?: Readonly<Record<string, readonly RowVerb[]>>
  /** Indexes that it queries. */
  readonly indexes?: readonly string[]
  /** What it does with objects, by the beginning of their keys: `img/`. */
  readonly objects?: Readonly<Record<string, readonly ObjectVerb[]>>
  /** The bucket of these objects; absent: `images`. */
  readonly bucket?: 'images' | 'archive'
  /** Queues to which it sends. */
  readonly queues?: readonly string[]
  /** State machines that it starts. */
  readonly machines?: readonly string[]
  readonly secrets?: {
    /** Secrets whose values it reads. */
    readonly read?: readonly string[]
    /** Secrets of which it only sees whether they have a value. */
    readonly describe?: readonly string[]
  }
  /** Secrets that callers hand over, each below a prefix of this name, and what it does with them. */
  readonly keeps?: Readonly<Record<string, readonly KeptVerb[]>>
  /** Whether it checks sessions of people: it then reads the rows `SESSION`, too. */
  readonly sessions?: true
  /** APIs of siblings that it asks, by their key: `images`. */
  readonly asks?: readonly string[]
  /** Functions that it invokes, by their bundles: `imagegen-credits`. */
  readonly invokes?: readonly string[]
  /** Whether it puts events on the bus. */
  readonly events?: true
  /** Whether it reads the state of alarms, whichever callers name. */
  readonly alarms?: true
  /** Whether it asks the language model that is configured, and reads answers while they are written. */
  readonly languageModel?: true | 'streaming'
  /** Whether it has texts embedded by the model that is configured. */
  readonly embeddings?: true
  /** What it does with the collection of OpenSearch Serverless; all of it only where one is configured. */
  readonly collection?: {
    readonly verbs: readonly CollectionVerb[]
    /** As `rows`. */
    readonly rows: Readonly<Record<string, readonly RowVerb[]>>
  }
  /** Whether it asks Amazon Comprehend, where that is configured. */
  readonly comprehend?: true
  /** Whether it sends mail, from the address that is configured. */
  readonly mail?: true
}

/** Functions of a domain by the name of their folder. */
export type Access = Readonly<Record<string, FunctionAccess>>

/** Says what each function of a domain may touch. */
export const defineAccess = <const A extends Access>(access: A): A => access

type Screaming<T extends string> = T extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${Screaming<Tail>}`
  : Uppercase<T>
type Listed<T> = T extends readonly (infer N extends string)[] ? N : never
type Member<A, K extends string> = A extends Readonly<Record<K, infer V>> ? V : never
type KeptName<A> = A extends { readonly keeps: infer K } ? keyof K & string : never
type When<A, K extends string, Names extends string> = [Member<A, K>] extends [never] ? never : Names

/** The names of the variables that follow from what a function touches. */
export type VariableOf<A> =
  | When<A, 'rows', 'TABLE_NAME'>
  | When<A, 'indexes', 'TABLE_NAME'>
  | When<A, 'objects', 'BUCKET_NAME'>
  | When<A, 'sessions', 'TABLE_NAME' | 'SESSION_ISSUER' | 'SESSION_CLIENT_ID'>
  | When<A, 'events', 'EVENT_BUS_NAME'>
  | When<A, 'languageModel', 'PROMPT_MODEL'>
  | When<A, 'embeddings', 'EMBEDDING_MODEL'>
  | When<A, 'mail', 'MAIL_FROM'>
  | When<A, 'serves', 'PUBLIC_URL' | 'CORS_ORIGINS' | 'CLIENT_ADDRESS_HEADER'>
  | Listed<Member<A, 'settings'>>
  | `${Screaming<Listed<Member<A, 'queues'>>>}_QUEUE_URL`
  | `${Screaming<Listed<Member<A, 'machines'>>>}_MACHINE_ARN`
  | `${Screaming<Listed<Member<Member<A, 'secrets'>, 'read'> | Member<Member<A, 'secrets'>, 'describe'>>>}_SECRET`
  | `${Screaming<KeptName<A>>}_STORE`
  | `${Screaming<Listed<Member<A, 'asks'>>>}_API_URL`
  | `${Screaming<Listed<Member<A, 'invokes'>>>}_FUNCTION`

/** The environment that a function is given. */
export type EnvironmentOf<A> = Readonly<Record<VariableOf<A>, string>>

const screaming = (name: string): string => name.toUpperCase().replaceAll('-', '_')

/** How the variables are called that name a resource. */
export const queueVariable = (name: string): string => `${screaming(name)}_QUEUE_URL`
export const machineVariable = (name: string): string => `${screaming(name)}_MACHINE_ARN`
export const secretVariable = (name: string): string => `${screaming(name)}_SECRET`
export const keptVariable = (name: string): string => `${screaming(name)}_STORE`
export const apiVariable = (key: string): string => `${screaming(key)}_API_URL`
export const functionVariable = (bundle: string): string => `${screaming(bundle)}_FUNCTION`

/** The address of the collection, in functions that use it and where one is configured. */
export const COLLECTION_VARIABLE = 'ARCHIVE_COLLECTION_URL'

/** What every function is told that answers callers. */
export const SERVING: readonly string[] = ['PUBLIC_URL', 'CORS_ORIGINS', 'CLIENT_ADDRESS_HEADER']

/** What a function does with rows: what its access names, and the sessions that it checks. */
export const rowsOf = ({ rows = {}, sessions }: FunctionAccess): Readonly<Record<string, readonly RowVerb[]>> =>
  sessions ? { ...rows, SESSION: [...new Set<RowVerb>(['get', ...(rows.SESSION ?? [])])] } : rows

/** The variables of a function, by name. */
export const variablesOf = (access: FunctionAccess): readonly string[] => {
  const { rows, indexes, objects, sessions, events, languageModel, embeddings, mail, serves, secrets } = access
  const { settings = [], queues = [], machines = [], asks = [], invokes = [], keeps = {} } = access
  return [
    ...(rows || indexes || sessions ? ['TABLE_NAME'] : []),
    ...(objects ? ['BUCKET_NAME'] : []),
    ...(sessions ? ['SESSION_ISSUER', 'SESSION_CLIENT_ID'] : []),
    ...(events ? ['EVENT_BUS_NAME'] : []),
    ...(languageModel ? ['PROMPT_MODEL'] : []),
    ...(embeddings ? ['EMBEDDING_MODEL'] : []),
    ...(mail ? ['MAIL_FROM'] : []),
    ...(serves ? SERVING : []),
    ...settings,
    ...queues.map(queueVariable),
    ...machines.map(machineVariable),
    ...[...(secrets?.read ?? []), ...(secrets?.describe ?? [])].map(secretVariable),
    ...Object.keys(keeps).map(keptVariable),
    ...asks.map(apiVariable),
    ...invokes.map(functionVariable),
  ]
}

/**
 * A function's variables, by the names that follow from its access.
 * @throws Error naming every variable that is missing: the function was deployed with another access.
 */
export const environmentOf = <const A extends FunctionAccess>(
  access: A,
  from: Readonly<Record<string, string | undefined>>,
): EnvironmentOf<A> => {
  const names = variablesOf(access)
  const missing = names.filter((name) => !from[name])
  if (missing.length > 0) {
    throw new Error(`The function's environment lacks ${missing.join(', ')}: its access asks for them; deploy it again`)
  }
  return Object.fromEntries(names.map((name) => [name, from[name]])) as EnvironmentOf<A>
}
