import type { JsonSchema } from '@signet/contracts/ir'
import { type Change, keysOf, schemaChange, shiftOf } from './change.ts'
import type { ObjectVersions, Properties } from './object-versions.ts'
import type { Schema } from './schema-walk.ts'
import { isNever, objectForm } from './schema-walk.ts'

/** Returns fields by name. A field that is only required may have any value that undeclared fields may have. */
const propertiesOf = ({ properties, required, additionalProperties = true }: JsonSchema): Properties => {
  const names = Array.isArray(required) ? (required as readonly string[]) : []
  const requiredOnly = Object.fromEntries(names.map((name) => [name, additionalProperties as Schema]))
  return { ...requiredOnly, ...(properties as Properties | undefined) }
}

const undeclaredFieldsOf = ({ additionalProperties }: JsonSchema): Schema | undefined => {
  const form = objectForm((additionalProperties as Schema | undefined) ?? true)
  return isNever(form) || Object.keys(form).length === 0 ? undefined : form
}

const isRequired = ({ required }: JsonSchema, name: string): boolean =>
  Array.isArray(required) && required.includes(name)
const isClosed = ({ additionalProperties }: JsonSchema): boolean =>
  additionalProperties !== undefined && isNever(objectForm(additionalProperties as Schema))

const addedField = ({ walk: { side }, before, after, at }: ObjectVersions, name: string): Change => {
  const changePath = `${at}.properties.${name}`
  const what = `the field "${name}" is new`
  if (side !== 'request') {
    return isClosed(before)
      ? schemaChange(
          side,
          'major',
          'field-added-to-closed',
          changePath,
          what,
          'readers were promised that no field is added',
        )
      : schemaChange(side, 'minor', 'field-added', changePath, what, 'readers ignore unknown fields')
  }
  return isRequired(after, name)
    ? schemaChange(
        side,
        'major',
        'required-field-added',
        changePath,
        `${what} and required`,
        'earlier requests lack it; make it optional, or raise the major version',
      )
    : schemaChange(side, 'minor', 'field-added', changePath, what, 'callers may omit it')
}

const removedField = ({ walk: { side }, after, at }: ObjectVersions, name: string): Change => {
  const changePath = `${at}.properties.${name}`
  const what = `the field "${name}" was removed`
  if (side !== 'request') {
    const why = 'earlier readers miss it; keep sending it, or raise the major version'
    return schemaChange(side, 'major', 'field-removed', changePath, what, why)
  }
  return isClosed(after)
    ? schemaChange(
        side,
        'major',
        'field-removed',
        changePath,
        what,
        'requests that send it are refused; keep reading it and mark it deprecated, or raise the major version',
      )
    : schemaChange(
        side,
        'minor',
        'field-ignored',
        changePath,
        what,
        'requests that send it are accepted, and it is ignored',
      )
}

const renamedField = (
  { walk, compare, before, after, at }: ObjectVersions,
  oldName: string,
  newName: string,
): Change[] => {
  const why = 'readers use the old name; send both for a while, or raise the major version'
  const changePath = `${at}.properties.${newName}`
  return [
    schemaChange(
      walk.side,
      'major',
      'field-renamed',
      changePath,
      `the field "${oldName}" was renamed to "${newName}"`,
      why,
    ),
    ...compare(walk, propertiesOf(before)[oldName] ?? true, propertiesOf(after)[newName] ?? true, changePath),
  ]
}

const requirementChange = (
  { walk: { side }, before, after, at }: ObjectVersions,
  name: string,
  changePath: string,
): Change[] => {
  const wasRequired = isRequired(before, name)
  const isNowRequired = isRequired(after, name)
  if (wasRequired === isNowRequired) return []
  const shift = isNowRequired ? 'narrowed' : 'widened'
  const what = `the field "${name}" is ${isNowRequired ? 'required' : 'optional'} now`
  return [shiftOf({ side, shift }, `field-became-${isNowRequired ? 'required' : 'optional'}`, changePath || at, what)]
}

export const fieldChanges = (objects: ObjectVersions, renames: Readonly<Record<string, string>>): Change[] => {
  const { walk, compare, before, after, at } = objects
  const oldFields = propertiesOf(before)
  const newFields = propertiesOf(after)
  const renamed = Object.entries(renames).filter(
    ([from, to]) =>
      Object.hasOwn(oldFields, from) &&
      Object.hasOwn(newFields, to) &&
      !Object.hasOwn(oldFields, to) &&
      !Object.hasOwn(newFields, from),
  )
  const renamedNames = new Set(renamed.flat())
  return [
    ...renamed.flatMap(([from, to]) => renamedField(objects, from, to)),
    ...keysOf(oldFields, newFields).flatMap((name): Change[] => {
      const oldField = oldFields[name]
      const newField = newFields[name]
      if (renamedNames.has(name)) return []
      const changePath = `${at}.properties.${name}`
      const oldUndeclared = undeclaredFieldsOf(before)
      const newUndeclared = undeclaredFieldsOf(after)
      if (oldField === undefined) {
        return [
          addedField(objects, name),
          ...(oldUndeclared && newField !== undefined ? compare(walk, oldUndeclared, newField, changePath) : []),
        ]
      }
      if (newField === undefined)
        return [
          removedField(objects, name),
          ...(newUndeclared ? compare(walk, oldField, newUndeclared, changePath) : []),
        ]
      return [...requirementChange(objects, name, changePath), ...compare(walk, oldField, newField, changePath)]
    }),
  ]
}
