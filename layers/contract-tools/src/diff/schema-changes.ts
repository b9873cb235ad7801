import { sameJson } from '@signet/contracts/canonical'
import type { JsonSchema } from '@signet/contracts/ir'
import { alternativesOf, isNull, pairAlternatives } from './alternatives.ts'
import { type Change, displayValue, schemaChange, shiftOf } from './change.ts'
import { objectChanges, objectKeywords } from './object-changes.ts'
import { rangeChanges, rangeKeywords } from './range-changes.ts'
import { isNever, nameOf, objectForm, resolvedSchema, type Schema, type SchemaWalk } from './schema-walk.ts'
import { unknownKeywordChanges, valueChanges, valueKeywords } from './value-changes.ts'

const unionKeywords: readonly string[] = ['type', 'anyOf', 'oneOf', 'allOf', '$ref']
const handled = new Set([...rangeKeywords, ...valueKeywords, ...objectKeywords, ...unionKeywords])

const typeShift = (before: unknown, after: unknown): 'same' | 'narrowed' | 'widened' | 'replaced' => {
  if (sameJson(before, after)) return 'same'
  if (before === undefined) return 'narrowed'
  if (after === undefined) return 'widened'
  if (before === 'number' && after === 'integer') return 'narrowed'
  return before === 'integer' && after === 'number' ? 'widened' : 'replaced'
}

const partChanges = (walk: SchemaWalk, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const { side } = walk
  const parts = [before.allOf, after.allOf].map((list) => (Array.isArray(list) ? (list as readonly Schema[]) : []))
  const { pairs, removed, added } = pairAlternatives([walk.before, walk.after], parts[0] ?? [], parts[1] ?? [])
  const changePath = `${at}.allOf`
  return [
    ...pairs.flatMap(([oldPart, newPart], i) => schemaChanges(walk, oldPart, newPart, `${changePath}.${i}`)),
    ...removed.map((part) =>
      shiftOf({ side, shift: 'widened' }, 'part-removed', changePath, `${displayValue(part)} was removed`),
    ),
    ...added.map((part) =>
      shiftOf({ side, shift: 'narrowed' }, 'part-added', changePath, `${displayValue(part)} applies in addition`),
    ),
  ]
}

const plainChanges = (walk: SchemaWalk, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const { side } = walk
  if (isNever(before) !== isNever(after)) {
    const shift = isNever(after) ? 'narrowed' : 'widened'
    return [shiftOf({ side, shift }, `values-${isNever(after) ? 'refused' : 'accepted'}`, at, 'all values at once')]
  }
  const shift = typeShift(before.type, after.type)
  const what = `the type was ${displayValue(before.type)} and is ${displayValue(after.type)}`
  if (shift === 'replaced') {
    const why = 'no value satisfies both; keep the type, add another field, or raise the major version'
    return [schemaChange(side, 'major', 'type-changed', `${at}.type`, what, why)]
  }
  return [
    ...(shift === 'same' ? [] : [shiftOf({ side, shift }, `type-${shift}`, `${at}.type`, what)]),
    ...valueChanges(side, before, after, at),
    ...rangeChanges(side, before, after, at),
    ...objectChanges(walk, schemaChanges, before, after, at),
    ...partChanges(walk, before, after, at),
    ...unknownKeywordChanges(side, before, after, at, handled),
  ]
}

const alternativeName = (schema: Schema): string =>
  nameOf(schema) ?? displayValue(typeof schema === 'boolean' ? schema : (schema.type ?? schema))

const alternativeChanges = (walk: SchemaWalk, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const { side } = walk
  const oldUnion = alternativesOf(before)
  const newUnion = alternativesOf(after)
  const { pairs, removed, added } = pairAlternatives([walk.before, walk.after], oldUnion.branches, newUnion.branches)
  const isOpen = before['x-open'] === true
  const isUnion = oldUnion.branches.length > 1 || newUnion.branches.length > 1
  const ruleOf = (branch: Schema, rule: string): string => `${isNull(branch) ? 'null' : 'alternative'}-${rule}`
  return [
    ...plainChanges(walk, oldUnion.outer, newUnion.outer, at),
    ...pairs.flatMap(([oldBranch, newBranch]) => {
      const index = oldUnion.branches.indexOf(oldBranch)
      const changePath = isUnion ? `${at}.anyOf.${index}` : at
      return isUnion
        ? schemaChanges(walk, oldBranch, newBranch, changePath)
        : plainChanges(walk, objectForm(oldBranch), objectForm(newBranch), changePath)
    }),
    ...removed.map((branch) =>
      shiftOf(
        { side, shift: 'narrowed' },
        ruleOf(branch, 'removed'),
        at,
        `${alternativeName(branch)} is not accepted anymore`,
      ),
    ),
    ...added.map((branch) =>
      shiftOf({ side, shift: 'widened', isOpen }, ruleOf(branch, 'added'), at, `${alternativeName(branch)} is new`),
    ),
  ]
}

const referenceChange = ({ side }: SchemaWalk, before: Schema, after: Schema, at: string): Change => {
  const what = `it was ${nameOf(before) ?? 'inline'} and is ${nameOf(after) ?? 'inline'}`
  return schemaChange(side, 'patch', 'reference-changed', `${at}.$ref`, what, 'generated types are renamed')
}

const otherKeywords = (schema: Schema): JsonSchema => {
  const { $ref: _, ...otherSchemaKeywords } = objectForm(schema)
  return otherSchemaKeywords
}

/**
 * Returns every difference between two schemas for one side. References are resolved, each pair of components once: so
 * cycles end, and a shared component is reported where it is defined (`schemas.Job…`) and not at every use.
 */
export const schemaChanges = (walk: SchemaWalk, before: Schema, after: Schema, at: string): Change[] => {
  const oldName = nameOf(before)
  const newName = nameOf(after)
  if (oldName === undefined && newName === undefined)
    return alternativeChanges(walk, objectForm(before), objectForm(after), at)
  const isSame = oldName === newName
  const keywordChanges =
    oldName !== undefined && newName !== undefined
      ? plainChanges(walk, otherKeywords(before), otherKeywords(after), at)
      : []
  const changes = isSame ? keywordChanges : [...keywordChanges, referenceChange(walk, before, after, at)]
  const pairId = [walk.side, oldName ?? JSON.stringify(before), newName ?? JSON.stringify(after)].join(' ')
  if (walk.comparedPairs.has(pairId)) return changes
  walk.comparedPairs.add(pairId)
  const changePath = isSame ? `schemas.${oldName}` : at
  return [
    ...changes,
    ...alternativeChanges(walk, resolvedSchema(walk.before, before), resolvedSchema(walk.after, after), changePath),
  ]
}
