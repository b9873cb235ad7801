import { sameJson } from '@signet/contracts/canonical'
import type { JsonSchema } from '@signet/contracts/ir'
import { type Change, displayValue, keysOf, type Side, schemaChange, shiftOf } from './change.ts'

const isOpen = (schema: JsonSchema): boolean => schema['x-open'] === true

/** Returns the values that a schema lists; `undefined` if it lists none, so accepts any. */
export const listedValues = ({ enum: members, const: only }: JsonSchema): readonly unknown[] | undefined =>
  Array.isArray(members) ? members : only === undefined ? undefined : [only]

const memberChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const old = listedValues(before)
  const now = listedValues(after)
  const where = `${at}.enum`
  if (old === undefined && now === undefined) return []
  if (old === undefined) {
    return [
      shiftOf({ side, shift: 'narrowed' }, 'enum-added', where, `only ${displayValue(now)} remains of all values`),
    ]
  }
  if (now === undefined) {
    const what = `any value is allowed instead of ${displayValue(old)}`
    return [shiftOf({ side, shift: 'widened', isOpen: isOpen(before) }, 'enum-dropped', where, what)]
  }
  const has = (list: readonly unknown[], value: unknown) => list.some((member) => sameJson(member, value))
  const removed = old.filter((value) => !has(now, value))
  const added = now.filter((value) => !has(old, value))
  return [
    ...removed.map((value) =>
      shiftOf(
        { side, shift: 'narrowed' },
        'enum-member-removed',
        where,
        `${displayValue(value)} is not allowed anymore`,
      ),
    ),
    ...added.map((value) =>
      shiftOf(
        { side, shift: 'widened', isOpen: isOpen(before) },
        'enum-member-added',
        where,
        `${displayValue(value)} is a new value`,
      ),
    ),
  ]
}

/** Keywords that define sets of texts, which cannot be compared with each other. */
const texts = ['pattern', 'format', 'contentEncoding', 'contentMediaType'] as const

const textChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] =>
  texts.flatMap((keyword): Change[] => {
    const old = before[keyword]
    const now = after[keyword]
    const where = `${at}.${keyword}`
    if (old === now) return []
    if (old === undefined) {
      return [
        shiftOf(
          { side, shift: 'narrowed' },
          `${keyword.toLowerCase()}-added`,
          where,
          `${keyword} ${displayValue(now)} was added`,
        ),
      ]
    }
    if (now === undefined) {
      return [
        shiftOf(
          { side, shift: 'widened' },
          `${keyword.toLowerCase()}-removed`,
          where,
          `${keyword} ${displayValue(old)} was removed`,
        ),
      ]
    }
    const why = 'it is unknown which texts are added and removed; keep it, or raise the major version'
    const what = `${keyword} was ${displayValue(old)} and is ${displayValue(now)}`
    return [schemaChange(side, 'major', `${keyword.toLowerCase()}-changed`, where, what, why)]
  })

const defaultChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const old = before.default
  const now = after.default
  if (sameJson(old, now)) return []
  const where = `${at}.default`
  const what = `the default was ${displayValue(old)} and is ${displayValue(now)}`
  if (side !== 'request') {
    return [schemaChange(side, 'patch', 'default-changed', where, what, 'responses contain the value in any case')]
  }
  return old === undefined
    ? [schemaChange(side, 'minor', 'default-added', where, what, 'callers may rely on it')]
    : [
        schemaChange(
          side,
          'major',
          'default-changed',
          where,
          what,
          'a request without it changes its meaning; keep it, or raise the major version',
        ),
      ]
}

const opennessChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  if (isOpen(before) === isOpen(after)) return []
  const where = `${at}.x-open`
  const rule = isOpen(after) ? 'values-opened' : 'values-closed'
  if (side === 'request') {
    return [schemaChange(side, 'patch', rule, where, 'x-open changed', 'it is an announcement to readers')]
  }
  return isOpen(after)
    ? [shiftOf({ side, shift: 'widened' }, rule, where, 'values may be added in the future')]
    : [shiftOf({ side, shift: 'narrowed' }, rule, where, 'values are final')]
}

const uniquenessChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const old = before.uniqueItems === true
  const now = after.uniqueItems === true
  if (old === now) return []
  const shift = now ? 'narrowed' : 'widened'
  const what = now ? 'items must be unique' : 'items may be repeated'
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
  ...texts,
  ...annotations,
]

export const valueChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => [
  ...memberChanges(side, before, after, at),
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
    const where = `${at}.${keyword}`
    const what = `${keyword} was ${displayValue(before[keyword])} and is ${displayValue(after[keyword])}`
    return keyword.startsWith('x-')
      ? [schemaChange(side, 'patch', 'extension-changed', where, what, 'validators ignore it')]
      : [schemaChange(side, 'major', 'keyword-changed', where, what, 'its effect on the allowed values is unknown')]
  })
