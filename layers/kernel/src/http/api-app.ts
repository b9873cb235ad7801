import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { EngineOptions } from '@signet/contracts/http'
import type { FunctionAccess } from '../access.ts'
import type { Authenticator } from '../authentication.ts'
import type { Caller } from '../caller.ts'
import { addressHasher } from '../client-address.ts'
import type { Clock } from '../clock.ts'
import { runtimeOf } from '../function-runtime.ts'
import type { NewId } from '../ids.ts'
import { type Limiter, limiter } from '../limits/limiter.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { SecretSource } from '../secret.ts'
import type { ApiStart } from './api-function.ts'
import type { Arrival } from './arrival.ts'
import type { Protocol } from './protocol.ts'
import type { Route } from './route.ts'
import { type Policies, serve, serveStream } from './serve.ts'

export interface ApiRuntime<A extends FunctionAccess = FunctionAccess, Extra = unknown> extends ApiStart<A, Extra> {
  readonly db: DynamoDBDocumentClient
  readonly table: string
  readonly secrets: SecretsManagerClient
  readonly now: Clock
  readonly newId: NewId
  readonly log: Log
  readonly metrics: Metrics
  /** The secret that hashes keys and addresses. A function can read it only if its access names it. */
  readonly pepper: SecretSource
  readonly limit: Limiter
  /** The address at which callers reach the function, if it differs from the one in their requests. */
  readonly publicUrl: string | undefined
}

export interface Callers {
  readonly authenticate: Authenticator
  readonly hasScope: (caller: Caller, scope: string) => boolean
}

export interface ApiApp {
  readonly routes: readonly Route[]
  /** Absent if every route is open. */
  readonly callers?: Callers
  readonly policies?: Policies
  readonly protocol?: Protocol
  readonly failurePage?: EngineOptions<Caller, Arrival>['failurePage']
  /** Converts refusals to the form of a protocol; `undefined` leaves them unchanged. */
  readonly refusalOf?: EngineOptions<Caller, Arrival>['refusalOf']
  /**
   * `any`: pages of every origin may call the routes and read the responses. If absent, only pages of the configured
   * origins may.
   */
  readonly pages?: 'any'
}

export type AppOf<A> = ApiApp & (A extends { readonly callers: object } ? { readonly callers: Callers } : unknown)

const NO_CALLERS: Callers = { authenticate: async () => undefined, hasScope: () => false }

/** The template writes `none` for a setting without a value, because an empty variable indicates a missing one. */
const settingValue = (setting: string | undefined): string | undefined => (setting === 'none' ? undefined : setting)

const apiRuntimeOf = <A extends FunctionAccess, Extra>(start: ApiStart<A, Extra>): ApiRuntime<A, Extra> => {
  const { PUBLIC_URL }: Readonly<Record<string, string | undefined>> = start.env
  // Every API function has the clients of table and secrets, whatever its access names.
  const runtime = { ...start, ...runtimeOf(start) } as unknown as Omit<ApiRuntime<A, Extra>, 'limit' | 'publicUrl'>
  const { db, table, now, pepper } = runtime
  const limit = limiter({ db, table, now, hashAddress: addressHasher(pepper) })
  return { ...runtime, limit, publicUrl: settingValue(PUBLIC_URL) }
}

export const apiApp =
  <A extends FunctionAccess, Extra = unknown>(build: (runtime: ApiRuntime<A, Extra>) => AppOf<A>) =>
  (start: ApiStart<A, Extra>) => {
    const runtime = apiRuntimeOf(start)
    const { routes, callers = NO_CALLERS, policies, protocol, failurePage, refusalOf, pages }: ApiApp = build(runtime)
    const { now, log, limit, publicUrl } = runtime
    const variables: Readonly<Record<string, string | undefined>> = start.env
    const { EDGE, ORIGIN_KEY_SECRET } = variables
    const originKey =
      start.access.url && ORIGIN_KEY_SECRET ? start.clients.secrets.managed(ORIGIN_KEY_SECRET) : undefined
    return (start.streams ? serveStream : serve)(routes, {
      ...callers,
      policies,
      protocol,
      failurePage,
      refusalOf,
      limit,
      publicUrl,
      edge: settingValue(EDGE) === undefined ? undefined : { isClosed: EDGE === 'on', key: originKey },
      clientAddressHeader: settingValue(variables.CLIENT_ADDRESS_HEADER),
      corsOrigins: pages === 'any' ? ['*'] : (settingValue(variables.CORS_ORIGINS)?.split(',') ?? []),
      log,
      now,
    })
  }
