import type { JsonSchema } from '@signet/contracts/ir'
import { type Change, keysOf } from './change.ts'
import { fieldChanges } from './field-changes.ts'
import type { Compare, ObjectVersions, Properties } from './object-versions.ts'
import { nameOf, type Schema, type SchemaWalk } from './schema-walk.ts'

const schemaOrAny = (schema: unknown): Schema => (schema === undefined ? true : (schema as Schema))

const itemChanges = ({ walk, compare, before, after, at }: ObjectVersions): Change[] => {
  const [oldItems, newItems] = [before, after].map(({ prefixItems }) =>
    Array.isArray(prefixItems) ? (prefixItems as Schema[]) : [],
  )
  const length = Math.max(oldItems?.length ?? 0, newItems?.length ?? 0)
  const oldOtherItems = schemaOrAny(before.items)
  const newOtherItems = schemaOrAny(after.items)
  return [
    ...Array.from({ length }, (_, i) => i).flatMap((i) =>
      compare(walk, oldItems?.[i] ?? oldOtherItems, newItems?.[i] ?? newOtherItems, `${at}.prefixItems.${i}`),
    ),
    ...compare(walk, oldOtherItems, newOtherItems, `${at}.items`),
  ]
}

const patternChanges = ({ walk, compare, before, after, at }: ObjectVersions): Change[] => {
  const [oldPatterns, newPatterns] = [before, after].map(
    ({ patternProperties = {} }) => patternProperties as Properties,
  )
  return keysOf(oldPatterns, newPatterns).flatMap((pattern) =>
    compare(walk, oldPatterns?.[pattern] ?? true, newPatterns?.[pattern] ?? true, `${at}.patternProperties.${pattern}`),
  )
}

export const objectKeywords: readonly string[] = [
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'patternProperties',
  'items',
  'prefixItems',
]

const isContainer = (schema: JsonSchema): boolean => objectKeywords.some((keyword) => schema[keyword] !== undefined)

export const objectChanges = (
  walk: SchemaWalk,
  compare: Compare,
  before: JsonSchema,
  after: JsonSchema,
  at: string,
): Change[] => {
  if (!isContainer(before) && !isContainer(after)) return []
  const objects: ObjectVersions = { walk, compare, before, after, at }
  const entity = walk.after.entity
  const component = entity && nameOf(entity.schema)
  const isEntity = at === (component === undefined ? 'entity.schema' : `schemas.${component}`)
  return [
    ...fieldChanges(objects, isEntity ? (entity?.renames ?? {}) : {}),
    ...compare(
      walk,
      schemaOrAny(before.additionalProperties),
      schemaOrAny(after.additionalProperties),
      `${at}.additionalProperties`,
    ),
    ...compare(walk, schemaOrAny(before.propertyNames), schemaOrAny(after.propertyNames), `${at}.propertyNames`),
    ...patternChanges(objects),
    ...itemChanges(objects),
  ]
}
