import type * as z from 'zod'
import { refuseProblems } from './contract-error.ts'
import type { Authority, EndpointDefinition, RefusalForm, RequestSchemas, ResponseMap } from './endpoint-definition.ts'
import { endpointProblems, wireSchemaProblems } from './endpoint-problems.ts'
import type { DeclaredError, ErrorCode } from './error-codes.ts'
import { resolveError } from './error-codes.ts'
import { lazyMembers } from './lazy-members.ts'
import { type Rate, ratesOf } from './rate.ts'
import type { ParamsOf, PathOf, RoutePattern } from './route-pattern.ts'
import { routePattern } from './route-pattern.ts'

/** A bundler may define this as `false` to leave out checks that the tests have already run; see the README. */
declare const SIGNET_CONTRACT_CHECKS: boolean | undefined

/**
 * One operation of a service, ready to be served, routed and documented. The type parameters contain its wire types.
 */
export interface Endpoint<
  Req extends RequestSchemas = RequestSchemas,
  Res extends ResponseMap = ResponseMap,
  Code extends string = string,
> extends RoutePattern {
  readonly name: string
  readonly description: string
  readonly summary: string | undefined
  readonly tags: readonly string[]
  readonly authority: Authority
  readonly request: Req
  readonly responses: Res
  /** Declared errors and those that are implied for endpoints of this kind, sorted by status. */
  readonly errors: readonly (DeclaredError & { readonly code: Code | ImpliedCode })[]
  /** Absent: refusals have the default format. */
  readonly refusals?: RefusalForm | undefined
  readonly idempotent: boolean
  readonly stream: boolean
  readonly rates: readonly Rate[]
}

/** Codes that follow from the definition (or, for an entity, from its state machine) and need no declaration. */
export type ImpliedCode =
  | 'invalid_json'
  | 'invalid_input'
  | 'unauthenticated'
  | 'forbidden'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'internal'
  | 'rate_limited'
  | 'invalid_transition'

type RequestPart<D extends EndpointDefinition> = D['request'] extends RequestSchemas
  ? D['request']
  : Record<never, never>
type ShapeKeys<D extends EndpointDefinition> =
  RequestPart<D> extends { readonly params: z.ZodObject<infer Shape> } ? keyof Shape & string : never

/**
 * Resolves to `unknown` if route and `request.params` name the same parameters, otherwise to a type that explains the
 * error.
 */
export type ParamsAgree<D extends EndpointDefinition> = [
  Exclude<ParamsOf<PathOf<D['route']>>, ShapeKeys<D>>,
  Exclude<ShapeKeys<D>, ParamsOf<PathOf<D['route']>>>,
] extends [infer Missing extends string, infer Surplus extends string]
  ? [Missing] extends [never]
    ? [Surplus] extends [never]
      ? unknown
      : { readonly request: { readonly params: `"${Surplus}" is in request.params but not in the route` } }
    : { readonly request: { readonly params: `the route parameter "${Missing}" is missing from request.params` } }
  : never

type CodesOf<D extends EndpointDefinition> = D['errors'] extends readonly (infer Reference)[]
  ? Reference extends { readonly code: infer Code extends string }
    ? Code
    : Extract<Reference, string>
  : never

/**
 * The endpoint of a definition. Its name and authority remain literals, so that calls are typed by name and a service
 * can reject an authority.
 */
export type EndpointOf<D extends EndpointDefinition> = Endpoint<RequestPart<D>, D['responses'], CodesOf<D>> & {
  readonly name: D['name']
  readonly authority: D['authority']
}

type ErrorParts = Pick<EndpointDefinition, 'authority' | 'request' | 'errors' | 'rate'>

const impliedCodes = ({ authority, request, rate }: ErrorParts): ErrorCode[] => {
  const codes: ErrorCode[] = ['invalid_input', 'internal']
  // If the counter of requests cannot be read, every request is refused with `unavailable`.
  if (rate !== undefined) codes.push('rate_limited', 'unavailable')
  if (authority !== 'open') codes.push('unauthenticated')
  if (authority.includes(':')) codes.push('forbidden')
  const hasBody = request?.body !== undefined || request?.bodyType !== undefined
  if (hasBody) codes.push('payload_too_large', 'unsupported_media_type')
  if (hasBody && (request.bodyType ?? 'json') === 'json') codes.push('invalid_json')
  return codes
}

const allErrors = (definition: ErrorParts): DeclaredError[] => {
  const byCode = new Map<string, DeclaredError>()
  for (const reference of [...(definition.errors ?? []), ...impliedCodes(definition)]) {
    const declared = resolveError(reference)
    if (declared !== undefined && !byCode.has(declared.code)) byCode.set(declared.code, declared)
  }
  return [...byCode.values()].sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
}

export type SchemaParts = Pick<EndpointDefinition, 'request' | 'responses' | 'refusals'>

type LazyParts = Pick<Endpoint, 'request' | 'responses' | 'refusals' | 'errors' | 'stream'>

/**
 * Fills in the defaults of a checked definition. Parts that need schemas are built on first use: routing and
 * authentication need none, and a request needs only those of its endpoint.
 */
export const buildEndpoint = (
  definition: Omit<EndpointDefinition, keyof SchemaParts>,
  parts: () => SchemaParts,
  pattern: RoutePattern,
): Endpoint => {
  const { name, description, summary, tags = [], authority, errors, idempotent = false, stream, rate } = definition
  const lazy: LazyParts = lazyMembers<LazyParts>({
    request: () => parts().request ?? {},
    responses: () => parts().responses,
    refusals: () => parts().refusals,
    errors: (): Endpoint['errors'] => allErrors({ errors, authority, rate, request: lazy.request }),
    stream: () => stream ?? Object.values(parts().responses).some((response) => response.stream === true),
  })
  return Object.defineProperties(
    { ...pattern, name, description, summary, tags, authority, idempotent, rates: ratesOf(rate) },
    Object.getOwnPropertyDescriptors(lazy),
  ) as Endpoint
}

/**
 * Declares one HTTP operation that is not (or not only) a verb on an entity: streams, bytes, redirects, request
 * headers.
 * A `:param` of the route that `request.params` does not name, or the reverse, does not compile.
 * @throws ContractError with every contradiction (invalid route, unknown error code, a query field that is not a scalar
 * …)
 */
export const endpoint = <const D extends EndpointDefinition>(definition: D & ParamsAgree<D>): EndpointOf<D> => {
  const pattern = routePattern(definition.route)
  if (typeof SIGNET_CONTRACT_CHECKS === 'undefined' || SIGNET_CONTRACT_CHECKS) {
    refuseProblems(definition.name, [...endpointProblems(definition, pattern), ...wireSchemaProblems(definition)])
  }
  const definitionWithoutTypes: EndpointDefinition = definition
  return buildEndpoint(definitionWithoutTypes, () => definitionWithoutTypes, pattern as RoutePattern) as EndpointOf<D>
}
