import type { JsonSchema } from '@signet/contracts/ir'
import { type Change, keysOf } from './change.ts'
import { fieldChanges } from './field-changes.ts'
import type { Compare, Objects, Properties } from './object-versions.ts'
import { nameOf, type Schema, type SchemaWalk } from './schema-walk.ts'

const optional = (schema: unknown): Schema => (schema === undefined ? true : (schema as Schema))

const itemChanges = ({ walk, compare, before, after, at }: Objects): Change[] => {
  const [old, now] = [before, after].map(({ prefixItems }) =>
    Array.isArray(prefixItems) ? (prefixItems as Schema[]) : [],
  )
  const length = Math.max(old?.length ?? 0, now?.length ?? 0)
  const oldRest = optional(before.items)
  const newRest = optional(after.items)
  return [
    ...Array.from({ length }, (_, i) => i).flatMap((i) =>
      compare(walk, old?.[i] ?? oldRest, now?.[i] ?? newRest, `${at}.prefixItems.${i}`),
    ),
    ...compare(walk, oldRest, newRest, `${at}.items`),
  ]
}

const patternChanges = ({ walk, compare, before, after, at }: Objects): Change[] => {
  const [old, now] = [before, after].map(({ patternProperties = {} }) => patternProperties as Properties)
  return keysOf(old, now).flatMap((pattern) =>
    compare(walk, old?.[pattern] ?? true, now?.[pattern] ?? true, `${at}.patternProperties.${pattern}`),
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
  const objects: Objects = { walk, compare, before, after, at }
  const entity = walk.after.entity
  const component = entity && nameOf(entity.schema)
  const isEntity = at === (component === undefined ? 'entity.schema' : `schemas.${component}`)
  return [
    ...fieldChanges(objects, isEntity ? (entity?.renames ?? {}) : {}),
    ...compare(
      walk,
      optional(before.additionalProperties),
      optional(after.additionalProperties),
      `${at}.additionalProperties`,
    ),
    ...compare(walk, optional(before.propertyNames), optional(after.propertyNames), `${at}.propertyNames`),
    ...patternChanges(objects),
    ...itemChanges(objects),
  ]
}
