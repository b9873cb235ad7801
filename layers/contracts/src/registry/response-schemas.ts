import type { ContractIR, JsonSchema } from '../ir/contract-ir.ts'

export type ResponseSchemas = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const COMPONENT = '#/schemas/'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const relocate = (value: unknown, referencedNames: Set<string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => relocate(item, referencedNames))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (key !== '$ref' || typeof child !== 'string' || !child.startsWith(COMPONENT))
        return [key, relocate(child, referencedNames)]
      referencedNames.add(child.slice(COMPONENT.length))
      return [key, `#/$defs/${child.slice(COMPONENT.length)}`]
    }),
  )
}

/** Returns a schema with every component that it needs, directly or indirectly, sorted by name. */
const selfContained = (ir: ContractIR, schema: JsonSchema, id: string): JsonSchema => {
  const referencedNames = new Set<string>()
  const body = relocate(schema, referencedNames) as JsonSchema
  const definitions: [string, unknown][] = []
  // Iterating a set also visits names that are added during the iteration.
  for (const name of referencedNames) definitions.push([name, relocate(ir.schemas[name] ?? {}, referencedNames)])
  const $defs = Object.fromEntries(definitions.sort(([a], [b]) => (a < b ? -1 : 1)))
  return { $schema: DIALECT, $id: id, ...body, ...(definitions.length > 0 && { $defs }) }
}

/**
 * Returns the bodies of the successful responses of a contract, each as a self-contained JSON Schema 2020-12. `$id` is
 * `urn:signet:contract:<name>:<version>:<operation>:<status>`. Responses without a JSON body are omitted.
 */
export const responseSchemasOf = (ir: ContractIR): ResponseSchemas =>
  Object.fromEntries(
    ir.operations.flatMap(({ name, responses }) => {
      const schemas = responses.flatMap(({ status, schema }) => {
        const id = `urn:signet:contract:${ir.name}:${ir.version}:${name}:${status}`
        return schema === undefined ? [] : [[String(status), selfContained(ir, schema, id)] as const]
      })
      return schemas.length === 0 ? [] : [[name, Object.fromEntries(schemas)] as const]
    }),
  )
