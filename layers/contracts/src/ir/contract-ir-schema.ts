import { methods } from '../route-pattern.ts'
import type { JsonSchema } from './contract-ir.ts'

const text = { type: 'string' } as const
const words = { type: 'array', items: text } as const
const flag = { type: 'boolean' } as const
const embedded = { $ref: '#/$defs/schema' } as const

/** Returns an object schema with exactly these members. Names that end with `?` are optional. */
const closed = (members: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
  required: Object.keys(members).filter((name) => !name.endsWith('?')),
  additionalProperties: false,
})

const record = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values })
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const body = closed({
  type: { enum: ['json', 'bytes', 'text'] },
  required: flag,
  'schema?': embedded,
  'maxBytes?': { type: 'integer', minimum: 1 },
  mediaTypes: words,
})

const response = closed({
  status: { type: 'integer', minimum: 200, maximum: 399 },
  description: text,
  'schema?': embedded,
  'headers?': record(closed({ description: text, schema: embedded })),
  'mediaTypes?': words,
  stream: flag,
})

const operation = closed({
  name: text,
  operationId: text,
  'kind?': { enum: ['create', 'read', 'list', 'update', 'delete', 'command'] },
  'summary?': text,
  description: text,
  tags: words,
  authority: { type: 'string', pattern: '^(?:open|public|authenticated|session|internal|(?:scope|policy):\\S+)$' },
  'route?': closed({
    method: { enum: [...methods] },
    path: { type: 'string', pattern: '^/' },
    pathTemplate: { type: 'string', pattern: '^/' },
  }),
  request: closed({ 'params?': embedded, 'query?': embedded, 'headers?': embedded, 'body?': body }),
  responses: list(response),
  errors: list(closed({ code: text, status: { type: 'integer', minimum: 400, maximum: 599 }, description: text })),
  'refusals?': closed({ schema: embedded, mediaTypes: words }),
  idempotent: flag,
  stream: flag,
  'rates?': list(
    closed({
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
  'transition?': closed({ from: words, to: record(text), 'initial?': text }),
  emits: words,
})

const entity = closed({
  schema: embedded,
  'states?': closed({ field: text, initial: text, terminal: words, states: words, transitions: record(record(text)) }),
  'db?': closed({ table: text, key: words, indexes: list(closed({ fields: words, unique: flag })) }),
  events: record(embedded),
  invariants: list(closed({ id: text, message: text })),
  renames: record(text),
})

/** JSON Schema (draft 2020-12) of `ContractIR`: the form of a stored or served contract. */
export const contractIrSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'ContractIR',
  ...closed({
    ir: { const: 1 },
    kind: { enum: ['entity', 'endpoints'] },
    name: text,
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    description: text,
    operations: list(operation),
    schemas: record(embedded),
    'entity?': entity,
  }),
  $defs: { schema: { type: ['object', 'boolean'] } },
}
