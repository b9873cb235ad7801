import { ContractError } from '@signet/contracts'
import type { ContractIR, JsonSchema } from '@signet/contracts/ir'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Points the references of an IR to the components of the document. */
export const withComponentRefs = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(withComponentRefs) as T
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, child]) =>
    key === '$ref' && typeof child === 'string'
      ? [key, child.replace(/^#\/schemas\//, '#/components/schemas/')]
      : [key, withComponentRefs(child)],
  )
  return Object.fromEntries(entries) as T
}

const errorBody: JsonSchema = {
  type: 'object',
  description: 'Reason why the request was refused.',
  properties: {
    error: { type: 'string', description: 'Human-readable message.' },
    code: { type: 'string', description: 'Machine-readable error code.' },
    errors: {
      type: 'array',
      description: 'Fields of the input that are invalid.',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'Path of the field, separated by dots.' },
          message: { type: 'string', description: 'The rule for the field, and the value that was sent.' },
        },
        required: ['field', 'message'],
      },
    },
    upgrade: { type: 'string', description: 'URL of a plan that allows the request.' },
    request_id: { type: 'string', description: 'ID of the request, for support.' },
  },
  required: ['error', 'code'],
}

export const errorBodyName = 'ErrorBody'

/**
 * Returns every named schema of the contracts. A document can contain only one schema per name, so a name with two
 * schemas is an error.
 */
const allSchemas = (irs: readonly ContractIR[]): Map<string, JsonSchema> => {
  const schemas = new Map<string, JsonSchema>([[errorBodyName, errorBody]])
  for (const ir of irs) {
    for (const [name, schema] of Object.entries(ir.schemas)) {
      const rewritten = withComponentRefs(schema)
      const earlier = schemas.get(name)
      if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(rewritten)) {
        const problem =
          'another contract of this document uses this name for another schema; rename one by .meta({ id })'
        throw new ContractError(ir.name, [{ at: `schemas.${name}`, problem }])
      }
      schemas.set(name, rewritten)
    }
  }
  return schemas
}

const referencedNames = (value: unknown): string[] => {
  const names = JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)
  return [...names].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

/** Returns the schemas that the paths use, directly or through each other, sorted by name. */
export const usedSchemas = (irs: readonly ContractIR[], paths: unknown): Record<string, JsonSchema> => {
  const schemasByName = allSchemas(irs)
  const used = new Map<string, JsonSchema>()
  const queue = referencedNames(paths)
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const schema = schemasByName.get(name)
    if (used.has(name) || schema === undefined) continue
    used.set(name, schema)
    queue.push(...referencedNames(schema))
  }
  return Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)))
}
