import type * as z from 'zod'
import type { ContractProblem } from './contract-error.ts'
import type { EntitySchema, OperationDefinition, OperationKind, OperationResponse } from './contract-types.ts'
import { buildEndpoint, type Endpoint, type SchemaParts } from './endpoint.ts'
import type { Authority, RequestSchemas, ResponseDefinition } from './endpoint-definition.ts'
import { endpointProblems } from './endpoint-problems.ts'
import { lazyMembers } from './lazy-members.ts'
import { type RoutePattern, type RouteSpelling, routePattern } from './route-pattern.ts'

/** A bundler may define this as `false` to leave out checks that the tests have already run; see the README. */
declare const SIGNET_CONTRACT_CHECKS: boolean | undefined

const kindByName: Readonly<Record<string, OperationKind>> = {
  create: 'create',
  read: 'read',
  get: 'read',
  list: 'list',
  update: 'update',
  delete: 'delete',
}

/** Returns the kind that an operation declares, or that its name implies, or `command`. */
export const kindOf = (name: string, { kind }: OperationDefinition): OperationKind =>
  kind ?? (Object.hasOwn(kindByName, name) ? kindByName[name] : undefined) ?? 'command'

/** Returns the noun with "a" or "an". Nouns such as "user" and "unit" start with a consonant sound. */
const withArticle = (noun: string): string =>
  `${/^[aeiou]/i.test(noun) && !/^(?:us[aeiou]|uni(?!n)|eu|one)/i.test(noun) ? 'an' : 'a'} ${noun}`

const pluralOf = (noun: string): string => {
  if (/[^aeiou]y$/i.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/i.test(noun) ? `${noun}es` : `${noun}s`
}

const stockDescriptions: Readonly<Record<OperationKind, (noun: string, name: string) => string>> = {
  create: (noun) => `Creates ${withArticle(noun)}.`,
  read: (noun) => `Returns ${withArticle(noun)}.`,
  list: (noun) => `Lists the ${pluralOf(noun)} that the caller can access.`,
  update: (noun) => `Changes ${withArticle(noun)}.`,
  delete: (noun) => `Deletes ${withArticle(noun)}.`,
  command: (noun, name) => `Performs "${name}" on ${withArticle(noun)}.`,
}

export const describeOperation = (
  noun: string,
  name: string,
  kind: OperationKind,
  { description }: OperationDefinition,
): string => description ?? stockDescriptions[kind](noun, name)

const stockResponses: Readonly<Record<number, string>> = {
  200: 'The result.',
  201: 'The resource was created.',
  202: 'The request was accepted; the work continues in the background.',
  204: 'The operation succeeded; the response has no body.',
}

const resolvedResponse = (status: number, response: OperationResponse, self: EntitySchema): ResponseDefinition => {
  if (response === 'self') return { description: stockResponses[status] ?? 'The resource.', schema: self }
  return { ...response, schema: response.schema === 'self' ? self : response.schema }
}

const outputSchema = ({ output = 'self' }: OperationDefinition, self: EntitySchema): z.ZodType | undefined =>
  output === 'self' ? self : output === 'none' ? undefined : output

const responsesOf = (
  kind: OperationKind,
  definition: OperationDefinition,
  self: EntitySchema,
): Record<number, ResponseDefinition> => {
  const { responses } = definition
  if (responses !== undefined) {
    const entries = Object.entries(responses)
    return Object.fromEntries(
      entries.map(([status, response]) => [status, resolvedResponse(Number(status), response, self)]),
    )
  }
  const status = kind === 'create' ? 201 : kind === 'delete' ? 204 : 200
  const schema = kind === 'delete' ? undefined : outputSchema(definition, self)
  const description = kind === 'list' ? 'A page of results' : (stockResponses[status] ?? '')
  return { [status]: { description, schema } }
}

const hasStream = ({ responses = {} }: OperationDefinition): boolean =>
  Object.values(responses).some((response) => typeof response === 'object' && response.stream === true)

const maskOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<string, true> & Record<number, never>

/** Returns a schema of the input fields that are not path parameters; `undefined` if there are none. */
const fieldsOutsidePath = (input: z.ZodObject, params: readonly string[]): z.ZodObject | undefined => {
  const pathNames = params.filter((name) => Object.hasOwn(input.shape, name))
  const others = pathNames.length === 0 ? input : input.omit(maskOf(pathNames))
  return Object.keys(others.shape).length === 0 && others._zod.def.catchall === undefined ? undefined : others
}

/**
 * Returns true if `{}` is valid, so that the body may be omitted. Inspects the fields, because parsing `{}` would compile
 * a validator that definitions do not need.
 */
const isOptional = ({ shape }: z.ZodObject): boolean =>
  Object.values(shape).every((field) => (field as z.ZodType)._zod.optin === 'optional')

const requestOf = (definition: OperationDefinition, { method, params }: RoutePattern): RequestSchemas => {
  const { headers, input, maxBodyBytes } = definition
  if (input === undefined) return { headers }
  const others = fieldsOutsidePath(input, params)
  const pathNames = params.filter((name) => Object.hasOwn(input.shape, name))
  const pathFields = pathNames.length === 0 ? undefined : input.pick(maskOf(pathNames))
  if (method === 'GET' || method === 'DELETE') return { params: pathFields, query: others, headers }
  const body = others !== undefined && isOptional(others) ? others.prefault({}) : others
  return { params: pathFields, body, headers, maxBodyBytes }
}

const fullRoute = (basePath: string, route: RouteSpelling): string => {
  const [method = '', path = ''] = typeof route === 'string' ? route.split(/ (.*)/s, 2) : [route.method, route.path]
  const base = basePath === '/' ? '' : basePath.replace(/\/$/, '')
  // A path without a leading slash is not joined, so that the message of `routePattern` shows it as written.
  if (!path.startsWith('/')) return `${method} ${path}`
  return `${method} ${path === '/' && base !== '' ? base : `${base}${path}`}`
}

export interface RoutedOperation {
  readonly contract: string
  readonly name: string
  readonly kind: OperationKind
  readonly definition: OperationDefinition
  readonly self: EntitySchema
  readonly basePath: string
  readonly route: RouteSpelling
  readonly authority: string
  /** True if the operation changes the state, so that it can fail with `invalid_transition`. */
  readonly changesState: boolean
}

export const operationEndpoint = (
  operation: RoutedOperation,
): { endpoint: Endpoint; problems: readonly [] } | { endpoint?: never; problems: readonly ContractProblem[] } => {
  const { contract, name, kind, definition, self, authority } = operation
  const at = `surfaces.api.routes.${name}`
  const pattern = routePattern(fullRoute(operation.basePath, operation.route))
  if (typeof pattern === 'string') return { problems: [{ at, problem: pattern }] }
  // Parts that are built from schemas are computed on first access.
  const parts = lazyMembers<SchemaParts & object>({
    request: () => requestOf(definition, pattern),
    responses: () => responsesOf(kind, definition, self),
  })
  const endpointDefinition = {
    name: `${contract}_${name}`,
    summary: definition.summary,
    description: describeOperation(contract, name, kind, definition),
    tags: definition.tags ?? [contract],
    route: { method: pattern.method, path: pattern.path as `/${string}` },
    authority: authority as Authority,
    errors: [...(definition.errors ?? []), ...(operation.changesState ? (['invalid_transition'] as const) : [])],
    idempotent: definition.idempotent ?? (kind !== 'create' && kind !== 'command'),
    stream: definition.stream ?? hasStream(definition),
    rate: definition.rate,
  }
  const isChecked = typeof SIGNET_CONTRACT_CHECKS === 'undefined' || SIGNET_CONTRACT_CHECKS
  const endpointProblemList = isChecked ? endpointProblems({ ...endpointDefinition, ...parts }, pattern) : []
  const problems = endpointProblemList.map(({ at: path, problem }) => ({
    at: path.startsWith('request.params') ? `operations.${name}.input` : `operations.${name}.${path}`,
    problem,
  }))
  return problems.length > 0
    ? { problems }
    : { endpoint: buildEndpoint(endpointDefinition, () => parts, pattern), problems: [] }
}
