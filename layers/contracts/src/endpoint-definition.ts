import type * as z from 'zod'
import type { ErrorReference } from './error-codes.ts'
import type { RateDefinition } from './rate.ts'
import type { RouteSpelling } from './route-pattern.ts'

/**
 * The callers that an endpoint accepts. `open` ignores credentials; `public` reads a credential if one is sent, and
 * rejects an invalid one; `policy:<name>` is a named rule of the service (plans, ownership, quotas).
 */
export type Authority = 'open' | 'public' | 'authenticated' | 'session' | `scope:${string}` | `policy:${string}`

export type BodyType = 'json' | 'bytes' | 'text'

/** The parts of a request. Parameters, query and headers are objects of scalars (or arrays of scalars). */
export interface RequestSchemas {
  readonly params?: z.ZodObject | undefined
  readonly query?: z.ZodObject | undefined
  /** Lower-case header names. Other headers are ignored. */
  readonly headers?: z.ZodObject | undefined
  readonly body?: z.ZodType | undefined
  /** Format of the body. Default: `json` if `body` is present; required without `body`. */
  readonly bodyType?: BodyType | undefined
  readonly maxBodyBytes?: number | undefined
  /** Accepted media types; the defaults follow from `bodyType`. */
  readonly mediaTypes?: readonly string[] | undefined
}

export interface HeaderDefinition {
  readonly description: string
  readonly schema: z.ZodType
}

export interface ResponseDefinition {
  readonly description: string
  /** Shape of a JSON body. Absent: no body, or raw bytes as `mediaTypes` or `stream` declares. */
  readonly schema?: z.ZodType | undefined
  readonly headers?: Readonly<Record<string, HeaderDefinition>> | undefined
  readonly mediaTypes?: readonly string[] | undefined
  /** With a schema: the body is JSON, or a stream of another of the media types, as the caller requested. */
  readonly stream?: true | undefined
}

/** The format of refusals that a protocol prescribes, instead of JSON with `error` and `code`. */
export interface RefusalForm {
  readonly schema: z.ZodType
  readonly mediaTypes: readonly string[]
}

export type ResponseMap = Readonly<Record<number, ResponseDefinition>>

export interface EndpointDefinition {
  /** The operationId: camelCase, snake_case or kebab-case, unique within a service. */
  readonly name: string
  readonly description: string
  readonly summary?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly route: RouteSpelling
  readonly authority: Authority
  readonly request?: RequestSchemas | undefined
  readonly responses: ResponseMap
  readonly errors?: readonly ErrorReference[] | undefined
  /** Format of refusals; by default, JSON with `error` and `code`. The engine's `failurePage` writes them. */
  readonly refusals?: RefusalForm | undefined
  /** True if the caller can safely repeat the request (by key, or because a repetition has no effect). */
  readonly idempotent?: boolean | undefined
  /** Rate limits; all of them apply. Above a limit, the response is 429 `rate_limited` with `Retry-After`. */
  readonly rate?: RateDefinition | readonly RateDefinition[] | undefined
  /** True if the gateway must forward the response while it is produced (response transfer mode STREAM). */
  readonly stream?: boolean | undefined
}
