import type { JsonSchema } from '@signet/contracts/ir'
import { type Change, keysOf, schemaChange, shiftOf } from './change.ts'
import type { Objects, Properties } from './object-versions.ts'
import type { Schema } from './schema-walk.ts'
import { isNever, objectForm } from './schema-walk.ts'

/** Returns fields by name. A field that is only required may have any value that undeclared fields may have. */
const propertiesOf = ({ properties, required, additionalProperties = true }: JsonSchema): Properties => {
  const names = Array.isArray(required) ? (required as readonly string[]) : []
  const bare = Object.fromEntries(names.map((name) => [name, additionalProperties as Schema]))
  return { ...bare, ...(properties as Properties | undefined) }
}

const restOf = ({ additionalProperties }: JsonSchema): Schema | undefined => {
  const form = objectForm((additionalProperties as Schema | undefined) ?? true)
  return isNever(form) || Object.keys(form).length === 0 ? undefined : form
}

const isRequired = ({ required }: JsonSchema, name: string): boolean =>
  Array.isArray(required) && required.includes(name)
const isClosed = ({ additionalProperties }: JsonSchema): boolean =>
  additionalProperties !== undefined && isNever(objectForm(additionalProperties as Schema))

const addedField = ({ walk: { side }, before, after, at }: Objects, name: string): Change => {
  const where = `${at}.properties.${name}`
  const what = `the field "${name}" is new`
  if (side !== 'request') {
    return isClosed(before)
      ? schemaChange(
          side,
          'major',
          'field-added-to-closed',
          where,
          what,
          'readers were promised that no field is added',
        )
      : schemaChange(side, 'minor', 'field-added', where, what, 'readers ignore unknown fields')
  }
  return isRequired(after, name)
    ? schemaChange(
        side,
        'major',
        'required-field-added',
        where,
        `${what} and required`,
        'earlier requests lack it; make it optional, or raise the major version',
      )
    : schemaChange(side, 'minor', 'field-added', where, what, 'callers may omit it')
}

const removedField = ({ walk: { side }, after, at }: Objects, name: string): Change => {
  const where = `${at}.properties.${name}`
  const what = `the field "${name}" was removed`
  if (side !== 'request') {
    const why = 'earlier readers miss it; keep sending it, or raise the major version'
    return schemaChange(side, 'major', 'field-removed', where, what, why)
  }
  return isClosed(after)
    ? schemaChange(
        side,
        'major',
        'field-removed',
        where,
        what,
        'requests that send it are refused; keep reading it and mark it deprecated, or raise the major version',
      )
    : schemaChange(side, 'minor', 'field-ignored', where, what, 'requests that send it are accepted, and it is ignored')
}

const renamedField = ({ walk, compare, before, after, at }: Objects, old: string, now: string): Change[] => {
  const why = 'readers use the old name; send both for a while, or raise the major version'
  const where = `${at}.properties.${now}`
  return [
    schemaChange(walk.side, 'major', 'field-renamed', where, `the field "${old}" was renamed to "${now}"`, why),
    ...compare(walk, propertiesOf(before)[old] ?? true, propertiesOf(after)[now] ?? true, where),
  ]
}

const requirementChange = ({ walk: { side }, before, after, at }: Objects, name: string, where: string): Change[] => {
  const was = isRequired(before, name)
  const is = isRequired(after, name)
  if (was === is) return []
  const shift = is ? 'narrowed' : 'widened'
  const what = `the field "${name}" is ${is ? 'required' : 'optional'} now`
  return [shiftOf({ side, shift }, `field-became-${is ? 'required' : 'optional'}`, where || at, what)]
}

export const fieldChanges = (objects: Objects, renames: Readonly<Record<string, string>>): Change[] => {
  const { walk, compare, before, after, at } = objects
  const old = propertiesOf(before)
  const now = propertiesOf(after)
  const renamed = Object.entries(renames).filter(
    ([from, to]) =>
      Object.hasOwn(old, from) && Object.hasOwn(now, to) && !Object.hasOwn(old, to) && !Object.hasOwn(now, from),
  )
  const renamedNames = new Set(renamed.flat())
  return [
    ...renamed.flatMap(([from, to]) => renamedField(objects, from, to)),
    ...keysOf(old, now).flatMap((name): Change[] => {
      const was = old[name]
      const is = now[name]
      if (renamedNames.has(name)) return []
      const where = `${at}.properties.${name}`
      const oldRest = restOf(before)
      const newRest = restOf(after)
      if (was === undefined) {
        return [addedField(objects, name), ...(oldRest && is !== undefined ? compare(walk, oldRest, is, where) : [])]
      }
      if (is === undefined) return [removedField(objects, name), ...(newRest ? compare(walk, was, newRest, where) : [])]
      return [...requirementChange(objects, name, where), ...compare(walk, was, is, where)]
    }),
  ]
}
