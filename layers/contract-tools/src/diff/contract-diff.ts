import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR, EntityIR } from '@signet/contracts/ir'
import { type Change, changed, keysOf, type Level, release, type Side, textChange } from './change.ts'
import { memberChanges } from './member-changes.ts'
import { operationChanges, type Walks } from './operation-changes.ts'
import { schemaChanges } from './schema-changes.ts'
import { stateChanges } from './state-changes.ts'
import { databaseChanges, eventChanges, invariantChanges, renameChanges } from './storage-changes.ts'

const entityMembers = new Set(['schema', 'states', 'db', 'events', 'invariants', 'renames'])
const contractMembers = new Set(['kind', 'name', 'version', 'description', 'operations', 'schemas', 'entity'])

const identityChanges = (before: ContractIR, after: ContractIR): Change[] => [
  ...(before.name === after.name
    ? []
    : [
        changed(
          'major',
          'contract-renamed',
          'name',
          `${before.name} is called ${after.name}`,
          `it is known by its name; ${release}`,
        ),
      ]),
  ...(before.kind === after.kind
    ? []
    : [changed('major', 'kind-of-contract-changed', 'kind', `${before.kind} became ${after.kind}`, release)]),
  ...textChange(before.description, after.description, 'description'),
]

const entityChanges = (walks: Walks, before: EntityIR, after: EntityIR): Change[] => [
  ...schemaChanges(walks('response'), before.schema, after.schema, 'entity.schema'),
  ...databaseChanges(before.db, after.db),
  ...eventChanges(walks('event'), before.events, after.events),
  ...invariantChanges(before.invariants, after.invariants),
  ...renameChanges(before.renames, after.renames),
  ...memberChanges(before, after, 'entity', entityMembers),
]

const optionalEntityChanges = (walks: Walks, before?: EntityIR, after?: EntityIR): Change[] => {
  if (before !== undefined && after !== undefined) return entityChanges(walks, before, after)
  if (before !== undefined) {
    return [
      changed('major', 'entity-removed', 'entity', 'the entity is gone', `callers and rows rely on it; ${release}`),
    ]
  }
  return after === undefined
    ? []
    : [changed('minor', 'entity-added', 'entity', 'there is an entity', 'nobody relied on it')]
}

/** Components that were added or removed, and changed ones that no other comparison has met. */
const componentChanges = (before: ContractIR, after: ContractIR, seen: ReadonlySet<string>): Change[] =>
  keysOf(before.schemas, after.schemas).flatMap((name): Change[] => {
    const old = before.schemas[name]
    const now = after.schemas[name]
    const at = `schemas.${name}`
    if (old === undefined) {
      return [changed('patch', 'component-added', at, `there is a component ${name}`, 'the changes are at its uses')]
    }
    if (now === undefined) {
      return [
        changed(
          'minor',
          'component-removed',
          at,
          `the component ${name} is gone`,
          'generated types of this name are gone',
        ),
      ]
    }
    const sides: readonly Side[] = ['request', 'response', 'event']
    const wasMet = sides.some((side) => seen.has(`${side} ${name} ${name}`))
    return wasMet || sameJson(old, now)
      ? []
      : [changed('patch', 'unused-component-changed', at, `${name} changed`, 'nothing of both versions refers to it')]
  })

const severity: Readonly<Record<Level, number>> = { major: 0, minor: 1, patch: 2 }

/**
 * Every difference between two versions of a contract, the breaking ones first, by the table of
 * docs/contracts/versions.md. The declared contract is judged, not the values that a lenient server would accept.
 * Nothing is silent: differences without a rule are reported as well, and contracts that differ only in order have one
 * `order-changed`. The version itself is no change: see `checkBump`. Both kinds of contracts, entity and endpoints;
 * operations are matched by name.
 */
export const diff = (before: ContractIR, after: ContractIR): readonly Change[] => {
  const seen = new Set<string>()
  const walks: Walks = (side) => ({ before, after, side, seen })
  const changes = [
    ...identityChanges(before, after),
    ...operationChanges(walks, before, after),
    ...stateChanges(before, after),
    ...optionalEntityChanges(walks, before.entity, after.entity),
    ...componentChanges(before, after, seen),
    ...memberChanges(before, after, '', contractMembers),
  ]
  if (changes.length === 0 && !sameJson({ ...before, version: '' }, { ...after, version: '' })) {
    return [changed('patch', 'order-changed', '', 'the same is said in another order or spelling', 'documents change')]
  }
  return changes.sort((a, b) => severity[a.level] - severity[b.level])
}
