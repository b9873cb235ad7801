/**
 * Each function of a domain and its rights, as plain data. The CDK makes functions, variables and rights from it; a
 * handler makes its environment from it. This file imports types only, because both load it.
 */

import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import type { LambdaClient } from '@aws-sdk/client-lambda'
import type { SESv2Client } from '@aws-sdk/client-sesv2'
import type { SFNClient } from '@aws-sdk/client-sfn'
import type { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { SecretsClient } from './secret.ts'

/** Operations of a function on rows. `check` is a condition within a transaction. */
export type RowVerb = 'get' | 'query' | 'put' | 'update' | 'delete' | 'check'
/** `multipart` covers the parts of an upload that `put` does not: listing the parts and aborting. */
export type ObjectVerb = 'get' | 'put' | 'delete' | 'multipart'
/** Operations of a function on secrets that callers supply. */
export type KeptVerb = 'create' | 'read' | 'delete'

/** Operations of a function on windows in an OpenSearch Serverless collection. `write` covers deleting. */
export type CollectionVerb = 'read' | 'write'

/** Messages that a function takes from a queue. The queue is made for it. */
export interface Consumed {
  readonly name: string
  readonly batchSize: number
  /** Batches that are processed at once. */
  readonly maxConcurrency: number
}

/** Events of the bus that a function receives in its queue, each as a CloudEvent. */
export interface Subscription {
  /** CloudEvents types, such as `org.signet.job.completed.v1`. */
  readonly types: readonly string[]
  /** Conditions on members of the payload: each must have one of its values. */
  readonly data?: Readonly<Record<string, readonly (string | number | boolean)[]>>
}

export interface Scheduled {
  readonly every: 'minute' | '15 minutes' | 'hour' | 'day'
  /** The event that the schedule passes to the function. */
  readonly input?: Readonly<Record<string, unknown>>
}

export interface FunctionAccess {
  readonly description: string
  /** A full vCPU comes at 1769 MB. */
  readonly memoryMb: number
  readonly timeoutSeconds: number
  /** Contracts of the service whose routes it answers, by name. */
  readonly serves?: readonly string[]
  /** Whether its handler streams. Then every route that it serves must stream. */
  readonly streams?: true
  /**
   * Whether its API is its own Function URL instead of a REST API. The function then serves the whole API. A Function
   * URL streams any answer, leaves headers as they are (a REST API renames WWW-Authenticate), and has no stage in its
   * path.
   */
  readonly url?: true
  /** The largest share of the account's concurrency that it may take. The rest is left to the workers. */
  readonly share?: number
  /** Modules outside its bundle. */
  readonly layers?: readonly 'sharp'[]
  readonly schedule?: Scheduled
  readonly queue?: Consumed
  /** Further events in its queue, of any service. */
  readonly subscribes?: Subscription
  /** The state machine of which it is a step. */
  readonly step?: string
  /** Values of the configuration, by the names of their variables: STAGE, VERSION, PAINTERS. */
  readonly settings?: readonly string[]
  /** Its rights on rows, by the first word of their partition keys, to which `#` is added: `TENANT`. */
  readonly rows?: Readonly<Record<string, readonly RowVerb[]>>
  /** Indexes that it queries. */
  readonly indexes?: readonly string[]
  /** Its rights on objects, by the prefix of their keys: `img/`. */
  readonly objects?: Readonly<Record<string, readonly ObjectVerb[]>>
  /** The bucket of these objects; the default is `images`. */
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
  /** Secrets that callers supply, each below a prefix of this name, and its rights on them. */
  readonly keeps?: Readonly<Record<string, readonly KeptVerb[]>>
  /** Whether it checks sessions of people. It then reads the rows `SESSION` too. */
  readonly sessions?: true
  /** APIs of siblings that it asks, by their key: `images`. */
  readonly asks?: readonly string[]
  /** Functions that it invokes, by their bundles: `imagegen-credits`. */
  readonly invokes?: readonly string[]
  /** Whether it puts events on the bus. */
  readonly events?: true
  /** Whether it reads the state of alarms. Callers choose the alarms. */
  readonly alarms?: true
  /** Whether it asks the configured language model; `streaming`: it reads answers while they are written. */
  readonly languageModel?: true | 'streaming'
  /** Whether it embeds texts with the configured model. */
  readonly embeddings?: true
  /** Its rights on the OpenSearch Serverless collection. They apply only where one is configured. */
  readonly collection?: {
    readonly verbs: readonly CollectionVerb[]
    /** As `rows`. */
    readonly rows: Readonly<Record<string, readonly RowVerb[]>>
  }
  /** Whether it asks Amazon Comprehend where that is configured. */
  readonly comprehend?: true
  /** Whether it sends mail from the configured address. */
  readonly mail?: true
}

/** Functions of a domain by the name of their folder. */
export type Access = Readonly<Record<string, FunctionAccess>>

/** Declares the rights of each function of a domain. */
export const defineAccess = <const A extends Access>(access: A): A => access

type Screaming<T extends string> = T extends `${infer Head}-${infer Tail}`
  ? `${Uppercase<Head>}_${Screaming<Tail>}`
  : Uppercase<T>
type Listed<T> = T extends readonly (infer N extends string)[] ? N : never
type Member<A, K extends string> = A extends Readonly<Record<K, infer V>> ? V : never
type KeptName<A> = A extends { readonly keeps: infer K } ? keyof K & string : never
type When<A, K extends string, Names extends string> = [Member<A, K>] extends [never] ? never : Names

/** The names of the variables that follow from a function's rights. */
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

/** Clients that a function needs for an ability of its access. */
interface AbilityClients {
  readonly rows: { readonly db: DynamoDBDocumentClient }
  readonly indexes: { readonly db: DynamoDBDocumentClient }
  readonly sessions: { readonly db: DynamoDBDocumentClient }
  readonly secrets: { readonly secrets: SecretsClient }
  readonly keeps: { readonly secrets: SecretsClient }
  readonly queues: { readonly sqs: SQSClient }
  readonly machines: { readonly sfn: SFNClient }
  readonly invokes: { readonly lambda: LambdaClient }
  readonly events: { readonly eventBridge: EventBridgeClient }
  readonly alarms: { readonly cloudWatch: CloudWatchClient }
  readonly mail: { readonly ses: SESv2Client }
}
type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void ? All : never
type NeededBy<A> = {
  [K in keyof AbilityClients]: [Member<A, K>] extends [never] ? never : AbilityClients[K]
}[keyof AbilityClients]

/** The clients that a function's access calls for. Its handler makes them, so that it bundles no others. */
export type ClientsOf<A> = [NeededBy<A>] extends [never] ? unknown : Together<NeededBy<A>>

/** The environment that a function is given. */
export type EnvironmentOf<A> = Readonly<Record<VariableOf<A>, string>>

const screaming = (name: string): string => name.toUpperCase().replaceAll('-', '_')

/** Names of the variables that name a resource. */
export const queueVariable = (name: string): string => `${screaming(name)}_QUEUE_URL`
export const machineVariable = (name: string): string => `${screaming(name)}_MACHINE_ARN`
export const secretVariable = (name: string): string => `${screaming(name)}_SECRET`
export const keptVariable = (name: string): string => `${screaming(name)}_STORE`
export const apiVariable = (key: string): string => `${screaming(key)}_API_URL`
export const functionVariable = (bundle: string): string => `${screaming(bundle)}_FUNCTION`

/** The address of the collection, in functions that use it and where one is configured. */
export const COLLECTION_VARIABLE = 'ARCHIVE_COLLECTION_URL'

/** Settings of every function that answers callers. */
export const SERVING: readonly string[] = ['PUBLIC_URL', 'CORS_ORIGINS', 'CLIENT_ADDRESS_HEADER']

/** A function's rights on rows: those that its access names, and reading the sessions that it checks. */
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
