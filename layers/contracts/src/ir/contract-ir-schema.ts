import { methods } from '../route-pattern.ts'
import type { JsonSchema } from './contract-ir.ts'

const text = { type: 'string' } as const
const textList = { type: 'array', items: text } as const
const booleanSchema = { type: 'boolean' } as const
const jsonSchemaReference = { $ref: '#/$defs/schema' } as const

/** Returns an object schema with exactly these fields. Names that end with `?` are optional. */
const closedObject = (fields: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
  required: Object.keys(fields).filter((name) => !name.endsWith('?')),
  additionalProperties: false,
})

const record = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values })
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const bodySchema = closedObject({
  type: { enum: ['json', 'bytes', 'text'] },
  required: booleanSchema,
  'schema?': jsonSchemaReference,
  'maxBytes?': { type: 'integer', minimum: 1 },
  mediaTypes: textList,
})

const responseSchema = closedObject({
  status: { type: 'integer', minimum: 200, maximum: 399 },
  description: text,
  'schema?': jsonSchemaReference,
  'headers?': record(closedObject({ description: text, schema: jsonSchemaReference })),
  'mediaTypes?': textList,
  stream: booleanSchema,
})

const operationSchema = closedObject({
  name: text,
  operationId: text,
  'kind?': { enum: ['create', 'read', 'list', 'update', 'delete', 'command'] },
  'summary?': text,
  description: text,
  tags: textList,
  authority: { type: 'string', pattern: '^(?:open|public|authenticated|session|internal|(?:scope|policy):\\S+)$' },
  'route?': closedObject({
    method: { enum: [...methods] },
    path: { type: 'string', pattern: '^/' },
    pathTemplate: { type: 'string', pattern: '^/' },
  }),
  request: closedObject({
    'params?': jsonSchemaReference,
    'query?': jsonSchemaReference,
    'headers?': jsonSchemaReference,
    'body?': bodySchema,
  }),
  responses: list(responseSchema),
  errors: list(
    closedObject({ code: text, status: { type: 'integer', minimum: 400, maximum: 599 }, description: text }),
  ),
  'refusals?': closedObject({ schema: jsonSchemaReference, mediaTypes: textList }),
  idempotent: booleanSchema,
  stream: booleanSchema,
  'rates?': list(
    closedObject({
      name: text,
      requests: { type: 'integer', minimum: 1 },
      windowSeconds: { type: 'integer', minimum: 1 },
      by: { enum: ['address', 'caller', 'user', 'tenant', 'key'] },
      counts: { enum: ['requests', 'accepted'] },
      'pool?': text,
      'algorithm?': { enum: ['gcra'] },
      'headers?': { enum: ['x-ratelimit'] },
    }),
  ),
  'transition?': closedObject({ from: textList, to: record(text), 'initial?': text }),
  emits: textList,
})

const entitySchema = closedObject({
  schema: jsonSchemaReference,
  'states?': closedObject({
    field: text,
    initial: text,
    terminal: textList,
    states: textList,
    transitions: record(record(text)),
  }),
  'db?': closedObject({
    table: text,
    key: textList,
    indexes: list(closedObject({ fields: textList, unique: booleanSchema })),
  }),
  events: record(jsonSchemaReference),
  invariants: list(closedObject({ id: text, message: text })),
  renames: record(text),
})

/** JSON Schema (draft 2020-12) of `ContractIR`, the format of a stored or served contract. */
export const contractIrSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'ContractIR',
  ...closedObject({
    ir: { const: 1 },
    kind: { enum: ['entity', 'endpoints'] },
    name: text,
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    description: text,
    operations: list(operationSchema),
    schemas: record(jsonSchemaReference),
    'entity?': entitySchema,
  }),
  $defs: { schema: { type: ['object', 'boolean'] } },
}
