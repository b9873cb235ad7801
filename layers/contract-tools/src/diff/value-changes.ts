import { sameJson } from '@signet/contracts/canonical'
import type { JsonSchema } from '@signet/contracts/ir'
import { type Change, displayValue, keysOf, type Side, schemaChange, shiftOf } from './change.ts'

const isOpen = (schema: JsonSchema): boolean => schema['x-open'] === true

/** Returns the values that a schema lists; `undefined` if it lists none, so accepts any. */
export const listedValues = ({ enum: members, const: constant }: JsonSchema): readonly unknown[] | undefined =>
  Array.isArray(members) ? members : constant === undefined ? undefined : [constant]

const enumChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const oldValues = listedValues(before)
  const newValues = listedValues(after)
  const changePath = `${at}.enum`
  if (oldValues === undefined && newValues === undefined) return []
  if (oldValues === undefined) {
    return [
      shiftOf(
        { side, shift: 'narrowed' },
        'enum-added',
        changePath,
        `only ${displayValue(newValues)} remains of all values`,
      ),
    ]
  }
  if (newValues === undefined) {
    const what = `any value is allowed instead of ${displayValue(oldValues)}`
    return [shiftOf({ side, shift: 'widened', isOpen: isOpen(before) }, 'enum-dropped', changePath, what)]
  }
  const includesValue = (list: readonly unknown[], value: unknown) => list.some((member) => sameJson(member, value))
  const removed = oldValues.filter((value) => !includesValue(newValues, value))
  const added = newValues.filter((value) => !includesValue(oldValues, value))
  return [
    ...removed.map((value) =>
      shiftOf(
        { side, shift: 'narrowed' },
        'enum-member-removed',
        changePath,
        `${displayValue(value)} is not allowed anymore`,
      ),
    ),
    ...added.map((value) =>
      shiftOf(
        { side, shift: 'widened', isOpen: isOpen(before) },
        'enum-member-added',
        changePath,
        `${displayValue(value)} is a new value`,
      ),
    ),
  ]
}

/** Keywords that define sets of texts, which cannot be compared with each other. */
const textKeywords = ['pattern', 'format', 'contentEncoding', 'contentMediaType'] as const

const textChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] =>
  textKeywords.flatMap((keyword): Change[] => {
    const oldText = before[keyword]
    const newText = after[keyword]
    const changePath = `${at}.${keyword}`
    if (oldText === newText) return []
    if (oldText === undefined) {
      return [
        shiftOf(
          { side, shift: 'narrowed' },
          `${keyword.toLowerCase()}-added`,
          changePath,
          `${keyword} ${displayValue(newText)} was added`,
        ),
      ]
    }
    if (newText === undefined) {
      return [
        shiftOf(
          { side, shift: 'widened' },
          `${keyword.toLowerCase()}-removed`,
          changePath,
          `${keyword} ${displayValue(oldText)} was removed`,
        ),
      ]
    }
    const why = 'it is unknown which texts are added and removed; keep it, or raise the major version'
    const what = `${keyword} was ${displayValue(oldText)} and is ${displayValue(newText)}`
    return [schemaChange(side, 'major', `${keyword.toLowerCase()}-changed`, changePath, what, why)]
  })

const defaultChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const oldDefault = before.default
  const newDefault = after.default
  if (sameJson(oldDefault, newDefault)) return []
  const changePath = `${at}.default`
  const what = `the default was ${displayValue(oldDefault)} and is ${displayValue(newDefault)}`
  if (side !== 'request') {
    return [schemaChange(side, 'patch', 'default-changed', changePath, what, 'responses contain the value in any case')]
  }
  return oldDefault === undefined
    ? [schemaChange(side, 'minor', 'default-added', changePath, what, 'callers may rely on it')]
    : [
        schemaChange(
          side,
          'major',
          'default-changed',
          changePath,
          what,
          'a request without it changes its meaning; keep it, or raise the major version',
        ),
      ]
}

const opennessChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  if (isOpen(before) === isOpen(after)) return []
  const changePath = `${at}.x-open`
  const rule = isOpen(after) ? 'values-opened' : 'values-closed'
  if (side === 'request') {
    return [schemaChange(side, 'patch', rule, changePath, 'x-open changed', 'it is an announcement to readers')]
  }
  return isOpen(after)
    ? [shiftOf({ side, shift: 'widened' }, rule, changePath, 'values may be added in the future')]
    : [shiftOf({ side, shift: 'narrowed' }, rule, changePath, 'values are final')]
}

const uniquenessChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const wasUnique = before.uniqueItems === true
  const isUnique = after.uniqueItems === true
  if (wasUnique === isUnique) return []
  const shift = isUnique ? 'narrowed' : 'widened'
  const what = isUnique ? 'items must be unique' : 'items may be repeated'
  return [shiftOf({ side, shift }, `unique-items-${shift}`, `${at}.uniqueItems`, what)]
}

const annotations: readonly string[] = ['title', 'description', 'examples', '$comment', 'deprecated']

const annotationChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] =>
  annotations.flatMap((keyword): Change[] => {
    if (sameJson(before[keyword], after[keyword])) return []
    const isNotice = keyword === 'deprecated' && after[keyword] === true
    const rule = keyword === 'deprecated' ? 'deprecation-changed' : 'description-changed'
    const why = isNotice ? 'it announces a removal' : 'it changes no value'
    return [schemaChange(side, isNotice ? 'minor' : 'patch', rule, `${at}.${keyword}`, `${keyword} changed`, why)]
  })

export const valueKeywords: readonly string[] = [
  'enum',
  'const',
  'default',
  'x-open',
  'uniqueItems',
  ...textKeywords,
  ...annotations,
]

export const valueChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => [
  ...enumChanges(side, before, after, at),
  ...textChanges(side, before, after, at),
  ...defaultChanges(side, before, after, at),
  ...opennessChanges(side, before, after, at),
  ...uniquenessChanges(side, before, after, at),
  ...annotationChanges(side, before, after, at),
]

/** Returns changes of keywords without a rule: a new extension is a patch, any other may change the allowed values. */
export const unknownKeywordChanges = (
  side: Side,
  before: JsonSchema,
  after: JsonSchema,
  at: string,
  handled: ReadonlySet<string>,
): Change[] =>
  keysOf(before, after).flatMap((keyword): Change[] => {
    if (handled.has(keyword) || sameJson(before[keyword], after[keyword])) return []
    const changePath = `${at}.${keyword}`
    const what = `${keyword} was ${displayValue(before[keyword])} and is ${displayValue(after[keyword])}`
    return keyword.startsWith('x-')
      ? [schemaChange(side, 'patch', 'extension-changed', changePath, what, 'validators ignore it')]
      : [
          schemaChange(
            side,
            'major',
            'keyword-changed',
            changePath,
            what,
            'its effect on the allowed values is unknown',
          ),
        ]
  })
