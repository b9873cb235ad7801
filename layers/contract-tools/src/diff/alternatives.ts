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
  const { anyOf, oneOf, type, ...otherKeywords } = schema
  const members =
    isList(anyOf) && oneOf === undefined ? anyOf : isList(oneOf) && anyOf === undefined ? oneOf : undefined
  if (members !== undefined) {
    const branches = members.flatMap((member) => {
      if (typeof member === 'boolean' || Object.keys(member).some((key) => key !== 'anyOf' && key !== 'oneOf'))
        return [member]
      return alternativesOf(member).branches
    })
    return { outer: type === undefined ? otherKeywords : { ...otherKeywords, type }, branches }
  }
  if (isList(type) && !('enum' in otherKeywords)) {
    return {
      outer: {},
      branches: (type as readonly unknown[]).map((typeName) => ({ ...otherKeywords, type: typeName })),
    }
  }
  return { outer: {}, branches: [schema] }
}

export const isNull = (schema: Schema): boolean =>
  typeof schema !== 'boolean' && (schema.type === 'null' || sameJson(listedValues(schema), [null]))

type BranchKey = (ir: ContractIR, branch: Schema) => string | undefined

/** Returns the constants that distinguish one object of a discriminated union from the others. */
const tagOf: BranchKey = (ir, branch) => {
  const { properties } = resolvedSchema(ir, branch)
  if (typeof properties !== 'object' || properties === null) return undefined
  const constants = Object.entries(properties as Readonly<Record<string, JsonSchema>>)
    .filter(([, { const: constant }]) => constant !== undefined)
    .map(([name, { const: constant }]) => [name, constant])
  return constants.length === 0 ? undefined : JSON.stringify(constants)
}

const typeOf: BranchKey = (ir, branch) => {
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
  const pairBy = (matches: (oldBranch: Schema, newBranch: Schema) => boolean): void => {
    for (const oldBranch of [...removed]) {
      const newBranch = added.find((candidate) => matches(oldBranch, candidate))
      if (newBranch === undefined) continue
      pairs.push([oldBranch, newBranch])
      removed.splice(removed.indexOf(oldBranch), 1)
      added.splice(added.indexOf(newBranch), 1)
    }
  }
  const pairByKey = (keyOf: BranchKey): void =>
    pairBy((oldBranch, newBranch) => {
      const key = keyOf(irs[0], oldBranch)
      return key !== undefined && key === keyOf(irs[1], newBranch)
    })
  pairBy(sameJson)
  pairByKey((_, branch) => nameOf(branch))
  pairByKey(tagOf)
  // Objects with different tags are different alternatives, however similar they are.
  pairBy((oldBranch, newBranch) => {
    const areTagged = tagOf(irs[0], oldBranch) !== undefined && tagOf(irs[1], newBranch) !== undefined
    const type = typeOf(irs[0], oldBranch)
    return !areTagged && type !== undefined && type === typeOf(irs[1], newBranch)
  })
  // A single remaining alternative on each side has changed its type; their comparison reports that.
  if (before.length === 1 && after.length === 1) pairBy(() => true)
  return { pairs, removed, added }
}
