import type * as z from 'zod'
import type { ContractProblem } from './contract-error.ts'
import type { EndpointDefinition } from './endpoint-definition.ts'
import { resolveError } from './error-codes.ts'
import { rateProblems } from './rate.ts'
import type { RoutePattern } from './route-pattern.ts'
import { schemaProblems } from './schema-problems.ts'
import { bindingKind } from './string-binding.ts'

const namePattern = /^[a-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/
const authorityPattern = /^(?:open|public|authenticated|session|(?:scope|policy):\S+)$/

/** Checks the name of a contract, an operation or an endpoint. */
export const nameProblems = (name: string, at: string): ContractProblem[] =>
  namePattern.test(name)
    ? []
    : [{ at, problem: `"${name}" must be camelCase, snake_case or kebab-case and start in lower case` }]

const paramProblems = (pattern: RoutePattern, schema: z.ZodObject | undefined): ContractProblem[] => {
  const declared = Object.keys(schema?.shape ?? {})
  const undeclared = pattern.params.filter((name) => !declared.includes(name))
  const withoutSegment = declared.filter((name) => !pattern.params.includes(name))
  return [
    ...undeclared.map((name) => ({
      at: 'request.params',
      problem: `add "${name}", which the route ${pattern.path} contains`,
    })),
    ...withoutSegment.map((name) => ({
      at: `request.params.${name}`,
      problem: `the route ${pattern.path} has no ":${name}"; add it there or move the field to the query`,
    })),
  ]
}

const scalarProblems = (part: 'params' | 'query' | 'headers', schema: z.ZodObject | undefined): ContractProblem[] =>
  Object.entries(schema?.shape ?? {}).flatMap(([name, field]) => {
    const at = `request.${part}.${name}`
    const kind = bindingKind(field as z.ZodType)
    // A header name is a token (RFC 9110 5.6.2), here in lower case.
    if (part === 'headers' && !/^[\da-z!#$%&'*+.^_`|~-]+$/.test(name)) {
      const lowerCaseName = name.toLowerCase().replaceAll(/[^\w.]+/g, '-')
      return [{ at, problem: `write the header name in lower case, "${lowerCaseName}"` }]
    }
    if (kind === 'scalar' || (kind === 'list' && part === 'query')) return []
    return [{ at, problem: 'must be a string, number, boolean, enum or literal (or, in the query, an array of them)' }]
  })

const bodyProblems = ({ request }: EndpointDefinition, method: string): ContractProblem[] => {
  if (request?.body === undefined && request?.bodyType === undefined) return []
  if (method === 'GET') return [{ at: 'request.body', problem: 'a GET has no body; use the query or POST' }]
  if (request.body === undefined && request.bodyType === 'json') {
    return [{ at: 'request.body', problem: 'a JSON body needs a schema; use z.unknown() if it is opaque' }]
  }
  return []
}

const responseProblems = ({ responses }: EndpointDefinition): ContractProblem[] => {
  const entries = Object.entries(responses)
  if (entries.length === 0) return [{ at: 'responses', problem: 'declare at least one response' }]
  return entries.flatMap(([status, { schema, mediaTypes, stream }]) => {
    const at = `responses.${status}`
    const hasBody = schema !== undefined || mediaTypes !== undefined || stream === true
    if (!/^[23]\d\d$/.test(status))
      return [{ at, problem: 'is not a status from 200 to 399; failures belong in `errors`' }]
    if (hasBody && (status === '204' || status === '304')) return [{ at, problem: `a ${status} has no body` }]
    return []
  })
}

export const unsharedCodeProblem = (reference: unknown): string =>
  `"${String(reference)}" is not a shared code; declare it as { code, status }`

const errorProblems = ({ errors = [] }: EndpointDefinition): ContractProblem[] =>
  errors.flatMap((reference, index) => {
    const declared = resolveError(reference)
    const at = `errors.${index}`
    if (declared === undefined) return [{ at, problem: unsharedCodeProblem(reference) }]
    const isFailure = Number.isInteger(declared.status) && declared.status >= 400 && declared.status <= 599
    return isFailure ? [] : [{ at, problem: `the status ${declared.status} of "${declared.code}" is not 400 to 599` }]
  })

/**
 * Returns every contradiction of an endpoint definition that the types cannot detect, or that untyped callers could
 * write.
 */
export const endpointProblems = (
  definition: EndpointDefinition,
  pattern: RoutePattern | string,
): readonly ContractProblem[] => {
  const { name, authority, request } = definition
  const problems = nameProblems(name, 'name')
  if (!authorityPattern.test(authority)) {
    problems.push({
      at: 'authority',
      problem: `"${authority}" is not open, public, authenticated, session, scope:… or policy:…`,
    })
  }
  problems.push(...rateProblems(definition.rate).map((problem) => ({ at: 'rate', problem })))
  if (typeof pattern === 'string') problems.push({ at: 'route', problem: pattern })
  else problems.push(...paramProblems(pattern, request?.params), ...bodyProblems(definition, pattern.method))
  for (const part of ['params', 'query', 'headers'] as const) problems.push(...scalarProblems(part, request?.[part]))
  return [...problems, ...responseProblems(definition), ...errorProblems(definition)]
}

/** Returns every part of an endpoint's schemas that JSON Schema cannot express. */
export const wireSchemaProblems = ({ request, responses }: EndpointDefinition): readonly ContractProblem[] => {
  const checkedSchemas = new Set<z.ZodType>()
  const parts = (['params', 'query', 'headers', 'body'] as const).flatMap((part) => {
    const schema = request?.[part]
    return schema === undefined ? [] : schemaProblems(schema, `request.${part}`, checkedSchemas)
  })
  const bodies = Object.entries(responses).flatMap(([status, { schema }]) =>
    schema === undefined ? [] : schemaProblems(schema, `responses.${status}.schema`, checkedSchemas),
  )
  return [...parts, ...bodies]
}
