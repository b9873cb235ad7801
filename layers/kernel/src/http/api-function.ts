import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type EnvironmentOf, environmentOf, type FunctionAccess } from '../access.ts'
import { tableClient } from '../table/table-client.ts'
import { onFirstEvent, streamOnFirstEvent } from './on-first-event.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The parts of a function that exist before its first event: its environment, and clients that are made once. */
export interface ApiStart<A extends FunctionAccess = FunctionAccess, Clients = unknown> {
  /** The name of its bundle: `feedback-api`. */
  readonly name: string
  readonly env: EnvironmentOf<A>
  readonly db: DynamoDBDocumentClient
  readonly secrets: SecretsManagerClient
  /** Whether the runtime must treat its handler as streaming. */
  readonly streams: boolean
  /** Further clients of this function. */
  readonly clients: Clients
}

type LambdaHandler = (...args: never[]) => unknown

/** The declaration of an API function in its `handler.ts`. `load` loads the rest of it. */
export interface ApiFunction<A extends FunctionAccess, Clients> {
  readonly name: string
  readonly access: A
  /** `process.env` */
  readonly variables: Variables
  readonly clients?: Clients
  /** Imports the module that wires routes to tables: `() => import('./app.ts')`. */
  readonly load: () => Promise<{ readonly app: (start: ApiStart<A, Clients>) => LambdaHandler }>
}

/**
 * The Lambda handler of an API function. Clients are made at once; routes, schemas and tables load while the function
 * waits for its first event (docs/adr/0009).
 * @throws Error naming every variable that its access requires and its environment lacks.
 */
export const apiFunction = <const A extends FunctionAccess, Clients = undefined>({
  name,
  access,
  variables,
  clients,
  load,
}: ApiFunction<A, Clients>) => {
  const env = environmentOf(access, variables)
  const streams = access.streams === true || access.url === true
  const made = { db: tableClient(), secrets: new SecretsManagerClient({}), clients: clients as Clients }
  const start = { name, env, streams, ...made }
  const whenAsked = streams ? streamOnFirstEvent : onFirstEvent
  return whenAsked(async () => (await load()).app(start))
}
