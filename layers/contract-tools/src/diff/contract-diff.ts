import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR, EntityIR } from '@signet/contracts/ir'
import { type Change, changeOf, KEEP_OR_RAISE, keysOf, type Level, type Side, textChange } from './change.ts'
import { memberChanges } from './member-changes.ts'
import { operationChanges, type WalkForSide } from './operation-changes.ts'
import { schemaChanges } from './schema-changes.ts'
import { stateChanges } from './state-changes.ts'
import { databaseChanges, eventChanges, invariantChanges, renameChanges } from './storage-changes.ts'

const entityMembers = new Set(['schema', 'states', 'db', 'events', 'invariants', 'renames'])
const contractMembers = new Set(['kind', 'name', 'version', 'description', 'operations', 'schemas', 'entity'])

const identityChanges = (before: ContractIR, after: ContractIR): Change[] => [
  ...(before.name === after.name
    ? []
    : [
        changeOf(
          'major',
          'contract-renamed',
          'name',
          `${before.name} was renamed to ${after.name}`,
          `callers identify it by its name; ${KEEP_OR_RAISE}`,
        ),
      ]),
  ...(before.kind === after.kind
    ? []
    : [changeOf('major', 'kind-of-contract-changed', 'kind', `${before.kind} became ${after.kind}`, KEEP_OR_RAISE)]),
  ...textChange(before.description, after.description, 'description'),
]

const entityChanges = (walks: WalkForSide, before: EntityIR, after: EntityIR): Change[] => [
  ...schemaChanges(walks('response'), before.schema, after.schema, 'entity.schema'),
  ...databaseChanges(before.db, after.db),
  ...eventChanges(walks('event'), before.events, after.events),
  ...invariantChanges(before.invariants, after.invariants),
  ...renameChanges(before.renames, after.renames),
  ...memberChanges(before, after, 'entity', entityMembers),
]

const optionalEntityChanges = (walks: WalkForSide, before?: EntityIR, after?: EntityIR): Change[] => {
  if (before !== undefined && after !== undefined) return entityChanges(walks, before, after)
  if (before !== undefined) {
    return [
      changeOf(
        'major',
        'entity-removed',
        'entity',
        'the entity was removed',
        `callers and rows rely on it; ${KEEP_OR_RAISE}`,
      ),
    ]
  }
  return after === undefined
    ? []
    : [changeOf('minor', 'entity-added', 'entity', 'the entity was added', 'no caller relied on it')]
}

/** Returns the components that were added or removed, and changed ones that no other comparison has reported. */
const componentChanges = (before: ContractIR, after: ContractIR, compared: ReadonlySet<string>): Change[] =>
  keysOf(before.schemas, after.schemas).flatMap((name): Change[] => {
    const oldSchema = before.schemas[name]
    const newSchema = after.schemas[name]
    const at = `schemas.${name}`
    if (oldSchema === undefined) {
      return [
        changeOf('patch', 'component-added', at, `the component ${name} was added`, 'its uses report the changes'),
      ]
    }
    if (newSchema === undefined) {
      return [
        changeOf(
          'minor',
          'component-removed',
          at,
          `the component ${name} was removed`,
          'generated types with this name are removed',
        ),
      ]
    }
    const sides: readonly Side[] = ['request', 'response', 'event']
    const wasReported = sides.some((side) => compared.has(`${side} ${name} ${name}`))
    return wasReported || sameJson(oldSchema, newSchema)
      ? []
      : [changeOf('patch', 'unused-component-changed', at, `${name} changed`, 'no part of both versions refers to it')]
  })

const severity: Readonly<Record<Level, number>> = { major: 0, minor: 1, patch: 2 }

/**
 * Returns every difference between two versions of a contract, breaking ones first, by the tables of
 * docs/contracts/versions.md.
 * Compares the declared contracts, not the values that a lenient server would accept. Differences without a rule are
 * reported as well, and contracts that differ only in order have one `order-changed`. The version is not compared: see
 * `checkBump`. Works for entities and endpoints; operations are matched by name.
 */
export const diff = (before: ContractIR, after: ContractIR): readonly Change[] => {
  const compared = new Set<string>()
  const walks: WalkForSide = (side) => ({ before, after, side, comparedPairs: compared })
  const changes = [
    ...identityChanges(before, after),
    ...operationChanges(walks, before, after),
    ...stateChanges(before, after),
    ...optionalEntityChanges(walks, before.entity, after.entity),
    ...componentChanges(before, after, compared),
    ...memberChanges(before, after, '', contractMembers),
  ]
  if (changes.length === 0 && !sameJson({ ...before, version: '' }, { ...after, version: '' })) {
    return [changeOf('patch', 'order-changed', '', 'the order or spelling changed', 'documents change')]
  }
  return changes.sort((a, b) => severity[a.level] - severity[b.level])
}
