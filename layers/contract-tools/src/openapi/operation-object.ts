import type {
  BodyIR,
  ContractIR,
  ErrorIR,
  JsonSchema,
  OperationIR,
  RefusalFormIR,
  ResponseIR,
} from '@signet/contracts/ir'
import { sentenceCase } from '@signet/contracts/names'
import type { SamplesOf } from '../fixtures/array-samples.ts'
import { errorBodyName, withComponentRefs } from './components.ts'
import { linksOf } from './links.ts'

type Json = Record<string, unknown>

/** Returns `Retry job` for a verb of an entity, and `Get asset` for an endpoint whose name contains both. */
const summaryOf = (ir: ContractIR, { summary, name, operationId }: OperationIR): string =>
  summary ??
  (ir.kind === 'entity' ? `${sentenceCase(name)} ${sentenceCase(ir.name).toLowerCase()}` : sentenceCase(operationId))

const exampleOf = (samplesOf: SamplesOf, schema: JsonSchema, name: string): Json => {
  const set = samplesOf(schema, name)
  return set === undefined ? {} : { example: set.typical }
}

const parametersIn = (
  location: 'path' | 'query' | 'header',
  object: JsonSchema | undefined,
  samplesOf: SamplesOf,
): Json[] => {
  const required = (object?.required ?? []) as string[]
  const properties = (object?.properties ?? {}) as Record<string, JsonSchema>
  // OpenAPI ignores a parameter with this name: the content of the body defines it.
  const parameters = Object.entries(properties).filter(([name]) => location !== 'header' || name !== 'content-type')
  return parameters.map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    // Linters require a description, and only the name is available.
    description: description ?? `${sentenceCase(name)}.`,
    ...(location === 'path' || required.includes(name) ? { required: true } : {}),
    schema: withComponentRefs(schema),
    // Optional parameters may exclude each other, and a tool sends every example that it finds.
    ...(location === 'path' || required.includes(name) ? exampleOf(samplesOf, schema, name) : {}),
  }))
}

/** Returns the media type object. In OpenAPI 3.1, bytes have no schema. */
const mediaType = (type: string, schema: JsonSchema | undefined, samplesOf: SamplesOf, name: string): Json => {
  // The schema of the JSON response does not apply to a stream of events.
  if (type === 'text/event-stream') return {}
  if (schema !== undefined) return { schema: withComponentRefs(schema), ...exampleOf(samplesOf, schema, name) }
  return type.startsWith('text/') ? { schema: { type: 'string' } } : {}
}

const contentObject = (
  types: readonly string[],
  schema: JsonSchema | undefined,
  samplesOf: SamplesOf,
  name: string,
): Json => Object.fromEntries(types.map((type) => [type, mediaType(type, schema, samplesOf, name)]))

const requestBody = ({ required, schema, mediaTypes, maxBytes }: BodyIR, samplesOf: SamplesOf, name: string): Json => ({
  required,
  ...(maxBytes === undefined ? {} : { description: `At most ${maxBytes} bytes.`, 'x-max-bytes': maxBytes }),
  content: contentObject(mediaTypes, schema, samplesOf, name),
})

const successObject = (ir: ContractIR, operation: OperationIR, response: ResponseIR, samplesOf: SamplesOf): Json => {
  const { description, schema, headers, mediaTypes, stream } = response
  const types =
    mediaTypes ?? (schema === undefined ? (stream ? ['application/octet-stream'] : []) : ['application/json'])
  const links = linksOf(ir, operation, response)
  const allHeaders = { ...rateHeaders(operation, response.status), ...headers }
  return {
    description,
    ...(Object.keys(allHeaders).length === 0 ? {} : { headers: withComponentRefs(allHeaders) }),
    ...(types.length === 0 ? {} : { content: contentObject(types, schema, samplesOf, ir.name) }),
    ...(links === undefined ? {} : { links }),
  }
}

const RATE_HEADERS = {
  'ratelimit-policy': {
    description: 'The limits of this operation (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  ratelimit: {
    description: 'The remaining quota of each rate limit, and the seconds until the full quota is available again.',
    schema: { type: 'string' },
  },
}

const textHeader = (description: string) => ({ description, schema: { type: 'string' } })

const X_RATE_HEADERS = {
  'x-ratelimit-limit': textHeader('Number of requests that the limit permits per window.'),
  'x-ratelimit-remaining': textHeader('Number of remaining requests.'),
  'x-ratelimit-reset': textHeader('End of the window, in seconds since 1970.'),
}

const RETRY_AFTER = {
  'retry-after': { description: 'Seconds until a request may succeed.', schema: { type: 'string' } },
}

const TOO_MANY_REQUESTS = 429

/** Returns the headers for the rate limits of an operation. Refused requests also get a Retry-After header. */
const rateHeaders = ({ rates = [] }: OperationIR, status: number): Json => {
  if (rates.length === 0) return {}
  const headers = rates.some((rate) => rate.headers === 'x-ratelimit')
    ? { ...RATE_HEADERS, ...X_RATE_HEADERS }
    : RATE_HEADERS
  return status === TOO_MANY_REQUESTS ? { ...headers, ...RETRY_AFTER } : headers
}

/** Lists error codes in the description, because a protocol may define another body. */
const errorContent = (errors: readonly ErrorIR[], refusalForm: RefusalFormIR | undefined): Json => {
  if (refusalForm !== undefined)
    return Object.fromEntries(
      refusalForm.mediaTypes.map((type) => [
        type,
        type.endsWith('json') ? { schema: withComponentRefs(refusalForm.schema) } : {},
      ]),
    )
  const codes = { type: 'object', properties: { code: { type: 'string', enum: errors.map(({ code }) => code) } } }
  const [first] = errors
  const schema = { allOf: [{ $ref: `#/components/schemas/${errorBodyName}` }, codes] }
  return { 'application/json': { schema, example: { error: first?.description, code: first?.code } } }
}

const errorObject = (errors: readonly ErrorIR[], headers: Json, refusalForm: RefusalFormIR | undefined): Json => ({
  description: errors.map(({ code, description }) => `\`${code}\`: ${description}`).join('\n\n'),
  ...(Object.keys(headers).length === 0 ? {} : { headers }),
  content: errorContent(errors, refusalForm),
})

const responses = (ir: ContractIR, operation: OperationIR, samplesOf: SamplesOf): Json => {
  const successes = operation.responses.map(
    (response) => [String(response.status), successObject(ir, operation, response, samplesOf)] as const,
  )
  const statuses = [...new Set(operation.errors.map(({ status }) => status))].sort((a, b) => a - b)
  // A redirect has no 2xx response. Linters then require a `default`, which the error body provides.
  const hasSuccess = operation.responses.some(({ status }) => status < 300)
  const failures = statuses.map((status) => {
    const key = status === 500 && !hasSuccess ? 'default' : String(status)
    const headers = status === TOO_MANY_REQUESTS ? rateHeaders(operation, status) : {}
    return [
      key,
      errorObject(
        operation.errors.filter((error) => error.status === status),
        headers,
        operation.refusals,
      ),
    ] as const
  })
  return Object.fromEntries([...successes, ...failures])
}

export const securitySchemes: Readonly<Record<string, Json>> = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth access token.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'The session of a signed-in user.' },
}

const anyCredential = [{ bearer: [] }, { apiKey: [] }, { session: [] }]

/**
 * Returns alternative credentials, any one of which suffices. `public` also accepts none, `open` ignores all of them.
 */
const securityOf = (authority: string): Record<string, never[]>[] => {
  if (authority === 'open') return []
  // The rule of a policy may admit anonymous callers.
  if (authority === 'public' || authority.startsWith('policy:')) return [{}, ...anyCredential]
  return authority === 'session' ? [{ session: [] }] : anyCredential
}

export const tagsOf = (ir: ContractIR, { tags }: OperationIR): readonly string[] => (tags.length > 0 ? tags : [ir.name])

export const operationObject = (ir: ContractIR, operation: OperationIR, samplesOf: SamplesOf): Json => {
  const { request, transition, emits, stream, authority } = operation
  const parameters = [
    ...parametersIn('path', request.params, samplesOf),
    ...parametersIn('query', request.query, samplesOf),
    ...parametersIn('header', request.headers, samplesOf),
  ]
  return {
    operationId: operation.operationId,
    summary: summaryOf(ir, operation),
    description: operation.description,
    tags: tagsOf(ir, operation),
    security: securityOf(authority),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request.body === undefined ? {} : { requestBody: requestBody(request.body, samplesOf, operation.name) }),
    responses: responses(ir, operation, samplesOf),
    'x-authority': authority,
    ...(operation.idempotent ? { 'x-idempotent': true } : {}),
    ...(stream ? { 'x-stream': true } : {}),
    ...(operation.rates === undefined ? {} : { 'x-rates': operation.rates }),
    ...(transition === undefined ? {} : { 'x-transition': transition }),
    ...(emits.length === 0 ? {} : { 'x-emits': emits }),
  }
}
