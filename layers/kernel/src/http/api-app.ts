import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { EngineOptions } from '@signet/contracts/http'
import type { FunctionAccess } from '../access.ts'
import type { Authenticator } from '../authentication.ts'
import type { Caller } from '../caller.ts'
import { addressHasher } from '../client-address.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type NewId, newUuid } from '../ids.ts'
import { type Limiter, limiter } from '../limits/limiter.ts'
import { createLog, type Log } from '../log.ts'
import { emfMetrics, type Metrics } from '../metrics.ts'
import { managedSecret, type SecretSource } from '../secret.ts'
import type { ApiStart } from './api-function.ts'
import type { Arrival } from './arrival.ts'
import type { Protocol } from './protocol.ts'
import type { Route } from './route.ts'
import { type Policies, serve, serveStream } from './serve.ts'

/** The things that routes are wired with. Tables take it as it is. */
export interface ApiRuntime<A extends FunctionAccess = FunctionAccess, Clients = unknown> extends ApiStart<A, Clients> {
  readonly db: DynamoDBDocumentClient
  readonly table: string
  readonly now: Clock
  readonly newId: NewId
  readonly log: Log
  readonly metrics: Metrics
  /** The secret that hashes keys and addresses. A function can read it only if its access names it. */
  readonly pepper: SecretSource
  /** Counts requests: those of routes automatically, others on call. */
  readonly limit: Limiter
  /** The address at which callers reach the function, if it differs from the one in their requests. */
  readonly publicUrl: string | undefined
}

/** Authenticates the callers of a function. `callersOf` of `@signet/identity` makes one. */
export interface Callers {
  readonly authenticate: Authenticator
  readonly hasScope: (caller: Caller, scope: string) => boolean
}

/** An API function, wired. */
export interface ApiApp {
  readonly routes: readonly Route[]
  /** Absent if every route is open. */
  readonly callers?: Callers
  readonly policies?: Policies
  /** Served beside the routes. */
  readonly protocol?: Protocol
  /** Shows failures to people whose browsers request pages. */
  readonly failurePage?: EngineOptions<Caller, Arrival>['failurePage']
  /** `any`: pages of every origin may call the routes and read the answers. Absent: pages of the configured origins. */
  readonly pages?: 'any'
}

const NOBODY: Callers = { authenticate: async () => undefined, hasScope: () => false }

/** The template writes `none` for a setting without a value, because an empty variable means a forgotten one. */
const given = (setting: string | undefined): string | undefined => (setting === 'none' ? undefined : setting)

const runtimeOf = <A extends FunctionAccess, Clients>(start: ApiStart<A, Clients>): ApiRuntime<A, Clients> => {
  const { name, env, secrets } = start
  const variables: Readonly<Record<string, string | undefined>> = env
  const { TABLE_NAME = '', PEPPER_SECRET = '', STAGE = 'none', PUBLIC_URL } = variables
  const pepper = managedSecret({ client: secrets, id: PEPPER_SECRET, now: systemClock })
  const counted = { db: start.db, table: TABLE_NAME, now: systemClock }
  return {
    ...start,
    ...counted,
    limit: limiter({ ...counted, hashAddress: addressHasher(pepper) }),
    publicUrl: given(PUBLIC_URL),
    newId: newUuid,
    log: createLog({ fields: { function: name } }),
    metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: STAGE, function: name } }),
    pepper,
  }
}

/**
 * Makes the `app` that an `app.ts` exports: the routes of a function, with callers, limits, logs, metrics and CORS
 * headers around them.
 */
export const apiApp =
  <A extends FunctionAccess, Clients = undefined>(build: (runtime: ApiRuntime<A, Clients>) => ApiApp) =>
  (start: ApiStart<A, Clients>) => {
    const runtime = runtimeOf(start)
    const { routes, callers = NOBODY, policies, protocol, failurePage, pages } = build(runtime)
    const { now, log, metrics, limit, publicUrl } = runtime
    const variables: Readonly<Record<string, string | undefined>> = start.env
    return (start.streams ? serveStream : serve)(routes, {
      ...callers,
      policies,
      protocol,
      failurePage,
      answersPreflights: pages === 'any',
      limit,
      publicUrl,
      clientAddressHeader: given(variables.CLIENT_ADDRESS_HEADER),
      corsOrigins: pages === 'any' ? ['*'] : (given(variables.CORS_ORIGINS)?.split(',') ?? []),
      log,
      metrics,
      now,
    })
  }
