import { sameJson } from '@signet/contracts/canonical'
import type { DatabaseIR, EntityIR, IndexIR } from '@signet/contracts/ir'
import { type Change, changeOf, displayValue, KEEP_OR_RAISE, keysOf, textChange } from './change.ts'
import { schemaChanges } from './schema-changes.ts'
import type { SchemaWalk } from './schema-walk.ts'

const indexChanges = (before: readonly IndexIR[], after: readonly IndexIR[]): Change[] => {
  const at = 'entity.db.indexes'
  const find = (list: readonly IndexIR[], { fields }: IndexIR) => list.find((index) => sameJson(index.fields, fields))
  const label = ({ fields }: IndexIR) => fields.join(', ')
  const uniqueIndexAdded = (index: IndexIR): Change =>
    changeOf(
      'major',
      'unique-index-added',
      at,
      `(${label(index)}) must be unique`,
      `writes that were accepted are refused; ${KEEP_OR_RAISE}`,
    )
  return [
    ...before.flatMap((oldIndex) => {
      const newIndex = find(after, oldIndex)
      if (newIndex === undefined) {
        return [
          changeOf(
            'minor',
            'index-removed',
            at,
            `the index on (${label(oldIndex)}) was removed`,
            'queries that use it become slow',
          ),
        ]
      }
      if (oldIndex.unique === newIndex.unique) return []
      return newIndex.unique
        ? [uniqueIndexAdded(newIndex)]
        : [
            changeOf(
              'minor',
              'unique-index-dropped',
              at,
              `(${label(newIndex)}) may be repeated`,
              'writes that were refused are accepted',
            ),
          ]
    }),
    ...after
      .filter((newIndex) => find(before, newIndex) === undefined)
      .map((newIndex) =>
        newIndex.unique
          ? uniqueIndexAdded(newIndex)
          : changeOf('patch', 'index-added', at, `an index on (${label(newIndex)}) was added`, 'queries become faster'),
      ),
  ]
}

export const databaseChanges = (before: DatabaseIR | undefined, after: DatabaseIR | undefined): Change[] => {
  const at = 'entity.db'
  if (before === undefined && after === undefined) return []
  if (before === undefined)
    return [changeOf('minor', 'storage-added', at, 'a table was added', 'no entities were stored before')]
  if (after === undefined) {
    return [changeOf('major', 'storage-removed', at, 'the table was removed', `stored rows are lost; ${KEEP_OR_RAISE}`)]
  }
  const table = `the table was ${before.table} and is ${after.table}`
  const key = `the key was ${displayValue(before.key)} and is ${displayValue(after.key)}`
  return [
    ...(before.table === after.table
      ? []
      : [
          changeOf(
            'major',
            'table-changed',
            `${at}.table`,
            table,
            `stored rows are in the earlier table; ${KEEP_OR_RAISE}`,
          ),
        ]),
    ...(sameJson(before.key, after.key)
      ? []
      : [changeOf('major', 'key-changed', `${at}.key`, key, `every row must be rewritten; ${KEEP_OR_RAISE}`)]),
    ...indexChanges(before.indexes, after.indexes),
  ]
}

export const eventChanges = (walk: SchemaWalk, before: EntityIR['events'], after: EntityIR['events']): Change[] =>
  keysOf(before, after).flatMap((name): Change[] => {
    const oldEvent = before[name]
    const newEvent = after[name]
    const at = `entity.events.${name}`
    if (oldEvent === undefined)
      return [changeOf('minor', 'event-added', at, `the event "${name}" was added`, 'no subscriber expected it')]
    if (newEvent === undefined) {
      return [
        changeOf(
          'major',
          'event-removed',
          at,
          `the event "${name}" was removed`,
          `subscribers expect it; ${KEEP_OR_RAISE}`,
        ),
      ]
    }
    return schemaChanges(walk, oldEvent, newEvent, at)
  })

/**
 * Returns changes of the rules across fields of an entity. They do not affect requests, which have separate schemas. A
 * new rule gives readers more certainty.
 */
export const invariantChanges = (before: EntityIR['invariants'], after: EntityIR['invariants']): Change[] => {
  const at = 'entity.invariants'
  return [...new Set([...before, ...after].map(({ id }) => id))].flatMap((id): Change[] => {
    const oldRule = before.find((rule) => rule.id === id)
    const newRule = after.find((rule) => rule.id === id)
    if (oldRule === undefined) {
      return [changeOf('minor', 'invariant-added', at, `the invariant "${id}" was added`, 'readers may rely on it')]
    }
    if (newRule === undefined) {
      return [
        changeOf(
          'major',
          'invariant-removed',
          at,
          `the invariant "${id}" was removed`,
          `readers rely on it; ${KEEP_OR_RAISE}`,
        ),
      ]
    }
    return textChange(oldRule.message, newRule.message, `${at}.${id}.message`)
  })
}

export const renameChanges = (before: EntityIR['renames'] = {}, after: EntityIR['renames'] = {}): Change[] =>
  sameJson(before, after)
    ? []
    : [changeOf('patch', 'renames-changed', 'entity.renames', 'the list of renames changed', 'migrations use it')]
