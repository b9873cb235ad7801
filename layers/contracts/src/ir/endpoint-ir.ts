import type { Endpoint } from '../endpoint.ts'
import type { RefusalForm, RequestSchemas, ResponseDefinition } from '../endpoint-definition.ts'
import type {
  BodyIR,
  ContractIR,
  JsonSchema,
  OperationIR,
  RefusalFormIR,
  RequestIR,
  ResponseIR,
} from './contract-ir.ts'
import { type SchemaEmitter, schemaEmitter } from './json-schema.ts'

const defaultMediaTypes = {
  json: ['application/json'],
  bytes: ['application/octet-stream'],
  text: ['text/plain'],
} as const

const bodyIR = (
  { body, bodyType, maxBodyBytes, mediaTypes }: RequestSchemas,
  emitter: SchemaEmitter,
): BodyIR | undefined => {
  if (body === undefined && bodyType === undefined) return undefined
  const type = bodyType ?? 'json'
  return {
    type,
    required: body === undefined || body._zod.optin !== 'optional',
    ...(body === undefined ? {} : { schema: emitter.emit(body, 'input') }),
    ...(maxBodyBytes === undefined ? {} : { maxBytes: maxBodyBytes }),
    mediaTypes: [...(mediaTypes ?? defaultMediaTypes[type])],
  }
}

const requestIR = (request: RequestSchemas, emitter: SchemaEmitter): RequestIR => {
  const body = bodyIR(request, emitter)
  const part = (name: 'params' | 'query' | 'headers'): Record<string, JsonSchema> => {
    const schema = request[name]
    if (schema === undefined) return {}
    const { additionalProperties, ...open } = emitter.emit(schema, 'input')
    // Proxies add headers. Unknown headers are ignored, so their schema is open.
    return {
      [name]: name === 'headers' || additionalProperties === undefined ? open : { ...open, additionalProperties },
    }
  }
  return { ...part('params'), ...part('query'), ...part('headers'), ...(body === undefined ? {} : { body }) }
}

const headersIR = (
  headers: NonNullable<ResponseDefinition['headers']>,
  emitter: SchemaEmitter,
): ResponseIR['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, schema }]) => [
      name,
      { description, schema: emitter.emit(schema, 'output') },
    ]),
  )

const responseIR = (status: number, definition: ResponseDefinition, emitter: SchemaEmitter): ResponseIR => {
  const { description, schema, headers, mediaTypes, stream } = definition
  return {
    status,
    description,
    ...(schema === undefined ? {} : { schema: emitter.emit(schema, 'output') }),
    ...(headers === undefined ? {} : { headers: headersIR(headers, emitter) ?? {} }),
    ...(mediaTypes === undefined ? {} : { mediaTypes: [...mediaTypes] }),
    stream: stream ?? false,
  }
}

const refusalsIR = ({ schema, mediaTypes }: RefusalForm, emitter: SchemaEmitter): RefusalFormIR => ({
  schema: emitter.emit(schema, 'output'),
  mediaTypes: [...mediaTypes],
})

export const operationIR = (endpoint: Endpoint, emitter: SchemaEmitter): OperationIR => ({
  name: endpoint.name,
  operationId: endpoint.name,
  ...(endpoint.summary === undefined ? {} : { summary: endpoint.summary }),
  description: endpoint.description,
  tags: [...endpoint.tags],
  authority: endpoint.authority,
  route: { method: endpoint.method, path: endpoint.path, pathTemplate: endpoint.pathTemplate },
  request: requestIR(endpoint.request, emitter),
  responses: Object.entries(endpoint.responses).map(([status, response]) =>
    responseIR(Number(status), response, emitter),
  ),
  errors: endpoint.errors.map(({ code, status, description }) => ({ code, status, description })),
  ...(endpoint.refusals === undefined ? {} : { refusals: refusalsIR(endpoint.refusals, emitter) }),
  idempotent: endpoint.idempotent,
  stream: endpoint.stream,
  ...(endpoint.rates.length === 0 ? {} : { rates: endpoint.rates }),
  emits: [],
})

export interface EndpointGroup {
  readonly name: string
  readonly version?: string
  readonly description?: string
}

/**
 * Converts endpoints without an entity to the shape of a contract, so that every generator takes one type.
 * @throws ContractError if two different schemas share an id
 */
export const endpointsIR = (
  endpoints: readonly Endpoint[],
  group: EndpointGroup = { name: 'endpoints' },
): ContractIR => {
  const emitter = schemaEmitter(group.name)
  const operations = endpoints.map((endpoint) => operationIR(endpoint, emitter))
  return {
    ir: 1,
    kind: 'endpoints',
    name: group.name,
    version: group.version ?? '1.0.0',
    description: group.description ?? '',
    operations,
    schemas: emitter.named(),
  }
}
