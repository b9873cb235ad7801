import type { ContractIR, JsonSchema } from './contract-ir.ts'

const REFERENCE = '#/schemas/'

export const referenceName = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' && $ref.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : undefined

/**
 * Follows the reference of a schema, but not the references inside it.
 * @throws TypeError for a reference to a component that the IR does not contain
 */
export const resolveReference = (ir: Pick<ContractIR, 'name' | 'schemas'>, schema: JsonSchema): JsonSchema => {
  const name = referenceName(schema)
  if (name === undefined) return schema
  const target = ir.schemas[name]
  if (target === undefined)
    throw new TypeError(`Contract "${ir.name}" refers to the schema "${name}", which it does not contain`)
  return resolveReference(ir, target)
}
