import type * as z from 'zod'
import type { ErrorReference } from './error-codes.ts'
import type { RateDefinition } from './rate.ts'
import type { RouteSpelling } from './route-pattern.ts'

/**
 * The callers that an endpoint accepts. `open` never looks at a credential; `public` reads one if it is sent, and
 * refuses a bad one; `policy:<name>` is a named rule of the service (plans, ownership, quotas).
 */
export type Authority = 'open' | 'public' | 'authenticated' | 'session' | `scope:${string}` | `policy:${string}`

export type BodyType = 'json' | 'bytes' | 'text'

/** The parts of a request. Parameters, query and headers are objects of scalars (or arrays of scalars). */
export interface RequestSchemas {
  readonly params?: z.ZodObject | undefined
  readonly query?: z.ZodObject | undefined
  /** Header names in lower case. Headers that are not named here are ignored. */
  readonly headers?: z.ZodObject | undefined
  readonly body?: z.ZodType | undefined
  /** How the body travels: `json` when there is a `body` schema, otherwise it must be said. */
  readonly bodyType?: BodyType | undefined
  readonly maxBodyBytes?: number | undefined
  /** Media types read; defaults follow from `bodyType`. */
  readonly mediaTypes?: readonly string[] | undefined
}

export interface HeaderDefinition {
  readonly description: string
  readonly schema: z.ZodType
}

export interface ResponseDefinition {
  readonly description: string
  /** Shape of a JSON body. Absent: no body, or raw bytes when `mediaTypes` or `stream` says so. */
  readonly schema?: z.ZodType | undefined
  readonly headers?: Readonly<Record<string, HeaderDefinition>> | undefined
  readonly mediaTypes?: readonly string[] | undefined
  /** Beside a schema: the body is JSON, or a stream of another of the media types, as the caller asked. */
  readonly stream?: true | undefined
}

/** The form of refusals where a protocol prescribes one, instead of `error` and `code`. */
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
  /** How refusals look; by default, JSON of `error` and `code`. The engine's `failurePage` writes them. */
  readonly refusals?: RefusalForm | undefined
  /** The caller may repeat the request safely (by key, or because repeating changes nothing). */
  readonly idempotent?: boolean | undefined
  /** How often it may be asked for; every rate must hold. Answers 429 `rate_limited` with `Retry-After` beyond it. */
  readonly rate?: RateDefinition | readonly RateDefinition[] | undefined
  /** The gateway must hand the response through as it is produced (response transfer mode STREAM). */
  readonly stream?: boolean | undefined
}
