import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR, JsonSchema } from '@signet/contracts/ir'
import { referenceName } from '@signet/contracts/ir'
import type { Side } from './change.ts'

export type Schema = JsonSchema | boolean

/** One comparison of two contract versions, as seen by one side. */
export interface SchemaWalk {
  readonly before: ContractIR
  readonly after: ContractIR
  readonly side: Side
  /** Pairs that were compared, or are being compared in a cycle; shared by all walks of one diff. */
  readonly comparedPairs: Set<string>
}

export const objectForm = (schema: Schema): JsonSchema =>
  typeof schema !== 'boolean' ? schema : schema ? {} : { not: {} }

export const isNever = ({ not }: JsonSchema): boolean => not === true || (not !== undefined && sameJson(not, {}))

export const nameOf = (schema: Schema): string | undefined =>
  typeof schema === 'boolean' ? undefined : referenceName(schema)

/**
 * Returns the schema with its references resolved. A dangling reference, which only an unvalidated IR can contain,
 * allows everything.
 */
export const resolvedSchema = (ir: ContractIR, schema: Schema, visited: readonly string[] = []): JsonSchema => {
  const form = objectForm(schema)
  const name = nameOf(form)
  if (name === undefined) return form
  const target = ir.schemas[name]
  return target === undefined || visited.includes(name) ? {} : resolvedSchema(ir, target, [...visited, name])
}
