import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR, JsonSchema } from '@signet/contracts/ir'
import { nameOf, resolvedSchema, type Schema } from './schema-walk.ts'
import { listedValues } from './value-changes.ts'

export interface Alternatives {
  readonly outer: JsonSchema
  readonly branches: readonly Schema[]
}

const isList = (value: unknown): value is readonly Schema[] => Array.isArray(value)

/**
 * Returns the alternatives of a schema, with nested unions flattened. A schema other than a union is its only
 * alternative.
 */
export const alternativesOf = (schema: JsonSchema): Alternatives => {
  const { anyOf, oneOf, type, ...rest } = schema
  const members =
    isList(anyOf) && oneOf === undefined ? anyOf : isList(oneOf) && anyOf === undefined ? oneOf : undefined
  if (members !== undefined) {
    const branches = members.flatMap((member) => {
      if (typeof member === 'boolean' || Object.keys(member).some((key) => key !== 'anyOf' && key !== 'oneOf'))
        return [member]
      return alternativesOf(member).branches
    })
    return { outer: type === undefined ? rest : { ...rest, type }, branches }
  }
  if (isList(type) && !('enum' in rest)) {
    return { outer: {}, branches: (type as readonly unknown[]).map((one) => ({ ...rest, type: one })) }
  }
  return { outer: {}, branches: [schema] }
}

export const isNull = (schema: Schema): boolean =>
  typeof schema !== 'boolean' && (schema.type === 'null' || sameJson(listedValues(schema), [null]))

type Finder = (ir: ContractIR, branch: Schema) => string | undefined

/** Returns the constants that distinguish one object of a discriminated union from the others. */
const tagOf: Finder = (ir, branch) => {
  const { properties } = resolvedSchema(ir, branch)
  if (typeof properties !== 'object' || properties === null) return undefined
  const constants = Object.entries(properties as Readonly<Record<string, JsonSchema>>)
    .filter(([, { const: only }]) => only !== undefined)
    .map(([name, { const: only }]) => [name, only])
  return constants.length === 0 ? undefined : JSON.stringify(constants)
}

const typeOf: Finder = (ir, branch) => {
  const { type } = resolvedSchema(ir, branch)
  return type === undefined ? undefined : JSON.stringify(type)
}

export interface Pairing {
  readonly pairs: readonly (readonly [before: Schema, after: Schema])[]
  readonly removed: readonly Schema[]
  readonly added: readonly Schema[]
}

/** Matches each alternative with its successor: by equal text, component, discriminator or type, in this order. */
export const pairAlternatives = (
  irs: readonly [ContractIR, ContractIR],
  before: readonly Schema[],
  after: readonly Schema[],
): Pairing => {
  const pairs: [Schema, Schema][] = []
  const removed = [...before]
  const added = [...after]
  const pairBy = (matches: (old: Schema, now: Schema) => boolean): void => {
    for (const old of [...removed]) {
      const now = added.find((candidate) => matches(old, candidate))
      if (now === undefined) continue
      pairs.push([old, now])
      removed.splice(removed.indexOf(old), 1)
      added.splice(added.indexOf(now), 1)
    }
  }
  const pairByKey = (find: Finder): void =>
    pairBy((old, now) => {
      const key = find(irs[0], old)
      return key !== undefined && key === find(irs[1], now)
    })
  pairBy(sameJson)
  pairByKey((_, branch) => nameOf(branch))
  pairByKey(tagOf)
  // Objects with different tags are different alternatives, however similar they are.
  pairBy((old, now) => {
    const areTagged = tagOf(irs[0], old) !== undefined && tagOf(irs[1], now) !== undefined
    const type = typeOf(irs[0], old)
    return !areTagged && type !== undefined && type === typeOf(irs[1], now)
  })
  // A single remaining alternative on each side has changed its type; their comparison reports that.
  if (before.length === 1 && after.length === 1) pairBy(() => true)
  return { pairs, removed, added }
}
