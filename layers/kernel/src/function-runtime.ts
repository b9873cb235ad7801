import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { ClientsOf, EnvironmentOf, FunctionAccess, VariableOf } from './access.ts'
import { type Clock, systemClock } from './clock.ts'
import { type NewId, newUuid } from './ids.ts'
import { createLog, type Log } from './log.ts'
import { emfMetrics, type Metrics } from './metrics.ts'
import type { SecretSource, SecretsClient } from './secret.ts'

type Variables = Readonly<Record<string, string | undefined>>

export interface FunctionDeclaration<A extends FunctionAccess, Clients> {
  /** The name of its bundle: `sentiment-collect`. */
  readonly name: string
  readonly access: A
  readonly variables: Variables
  /** The clients that its access requires, and further clients. Created once. */
  readonly clients?: Clients
}

/** Requires the clients of an access at compile time: without them the function would fail at its first event. */
export type WithClients<Needed> = [keyof Needed] extends [never] ? unknown : { readonly clients: Needed }

export interface FunctionStart<A extends FunctionAccess, Clients> {
  readonly name: string
  readonly env: EnvironmentOf<A>
  readonly clients: Clients
}

type WithTable<Clients> = Clients extends { readonly db: DynamoDBDocumentClient }
  ? { readonly db: DynamoDBDocumentClient; readonly table: string }
  : unknown
type WithSecrets<Clients> = Clients extends { readonly secrets: SecretsClient }
  ? { readonly secrets: SecretsManagerClient }
  : unknown
type WithPepper<A> = 'PEPPER_SECRET' extends VariableOf<A> ? { readonly pepper: SecretSource } : unknown
type WithMetrics<A> = 'STAGE' extends VariableOf<A> ? { readonly metrics: Metrics } : unknown

interface FunctionWiring<A extends FunctionAccess, Clients> extends FunctionStart<A, Clients> {
  readonly now: Clock
  readonly newId: NewId
  readonly log: Log
}

/**
 * The dependencies of a worker, in the form that tables accept. The table, secrets, the pepper and metrics exist if the
 * access names rows, secrets, the secret `pepper` and the setting STAGE.
 */
export type FunctionRuntime<A extends FunctionAccess, Clients = ClientsOf<A>> = FunctionWiring<A, Clients> &
  WithTable<Clients> &
  WithSecrets<Clients> &
  WithPepper<A> &
  WithMetrics<A>

interface AnyRuntime extends FunctionWiring<FunctionAccess, unknown> {
  readonly table: string
  readonly db: DynamoDBDocumentClient | undefined
  readonly secrets: SecretsManagerClient | undefined
  readonly pepper: SecretSource | undefined
  readonly metrics: Metrics
}

const anyRuntime = (start: FunctionStart<FunctionAccess, unknown>): AnyRuntime => {
  const { TABLE_NAME = '', PEPPER_SECRET = '', STAGE = 'none' }: Variables = start.env
  const { db, secrets } = (start.clients ?? {}) as { db?: DynamoDBDocumentClient; secrets?: SecretsClient }
  return {
    ...start,
    db,
    table: TABLE_NAME,
    secrets: secrets?.client,
    pepper: secrets?.managed(PEPPER_SECRET),
    now: systemClock,
    newId: newUuid,
    log: createLog({ fields: { function: start.name } }),
    metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: STAGE, function: start.name } }),
  }
}

export const runtimeOf = <A extends FunctionAccess, Clients>(
  start: FunctionStart<A, Clients>,
): FunctionRuntime<A, Clients> => anyRuntime(start) as unknown as FunctionRuntime<A, Clients>
