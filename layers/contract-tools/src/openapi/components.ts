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
    error: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', description: 'A stable word for programs.' },
    errors: {
      type: 'array',
      description: 'The rules that the input breaks.',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'Dotted name of the field.' },
          message: { type: 'string', description: 'The rule, and the value that was sent.' },
        },
        required: ['field', 'message'],
      },
    },
    upgrade: { type: 'string', description: 'URL of a plan that allows the request.' },
    request_id: { type: 'string', description: 'Id of the request, for support.' },
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

const referenced = (value: unknown): string[] => {
  const names = JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)
  return [...names].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

/** Returns the schemas that the paths use, directly or through each other, sorted by name. */
export const usedSchemas = (irs: readonly ContractIR[], paths: unknown): Record<string, JsonSchema> => {
  const all = allSchemas(irs)
  const used = new Map<string, JsonSchema>()
  const open = referenced(paths)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = all.get(name)
    if (used.has(name) || schema === undefined) continue
    used.set(name, schema)
    open.push(...referenced(schema))
  }
  return Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)))
}
