import type * as z from 'zod'
import type { EntitySchema, EventMap, Invariant, OperationDefinition } from './contract-types.ts'
import type { RouteSpelling } from './route-pattern.ts'
import type { StatesDefinition } from './state-machine.ts'

export interface LooseIndex {
  readonly fields: readonly string[]
  readonly unique: boolean
}

export interface LooseDatabase {
  readonly table: string
  readonly key: readonly string[]
  readonly indexes: readonly LooseIndex[]
}

/** A definition with defaults filled in and without generic types, so that untyped callers are checked as well. */
export interface LooseDefinition {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly schema: EntitySchema
  readonly operations: Readonly<Record<string, OperationDefinition>>
  readonly states: StatesDefinition | undefined
  readonly api: {
    readonly basePath: string
    readonly routes: Readonly<Record<string, RouteSpelling | undefined>>
  }
  readonly db: LooseDatabase | undefined
  readonly authority: Readonly<Record<string, string | undefined>>
  readonly events: EventMap
  /**
   * True if the definition has `events`. Otherwise the emitted names are the events, and the entity is their payload.
   */
  readonly declaresEvents: boolean
  readonly invariants: readonly Invariant<EntitySchema>[]
  readonly renames: Readonly<Record<string, string>>
}

type AuthorityOrObject<T> = T | { readonly requires: T }
type WrittenIndex = string | readonly string[] | { readonly fields: readonly string[]; readonly unique?: boolean }

/** A definition as the caller wrote it. */
export interface WrittenDefinition {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly schema: EntitySchema
  readonly operations: Readonly<Record<string, OperationDefinition>>
  readonly states?: StatesDefinition
  readonly surfaces: {
    readonly api?: LooseDefinition['api']
    readonly db?: {
      readonly table: string
      readonly key?: readonly string[]
      readonly indexes?: readonly WrittenIndex[]
    }
  }
  readonly authority: Readonly<Record<string, AuthorityOrObject<string> | undefined>>
  readonly events?: Readonly<Record<string, z.ZodType>>
  readonly invariants?: readonly Invariant<EntitySchema>[]
  readonly compat?: { readonly renames?: Readonly<Record<string, string>> }
}

const normalIndex = (index: WrittenIndex): LooseIndex => {
  if (typeof index === 'string') return { fields: [index], unique: false }
  if ('fields' in index) return { fields: [...index.fields], unique: index.unique ?? false }
  return { fields: [...index], unique: false }
}

const eventsOf = ({ events, operations, schema }: WrittenDefinition): EventMap =>
  events ??
  Object.fromEntries(Object.values(operations).flatMap(({ emits = [] }) => emits.map((event) => [event, schema])))

export const normalDefinition = (written: WrittenDefinition): LooseDefinition => {
  const { name, version, description, schema, operations, states, surfaces, events, invariants = [] } = written
  const { api = { basePath: '/', routes: {} }, db } = surfaces
  const authority = Object.entries(written.authority).map(([operation, required]) => [
    operation,
    typeof required === 'object' ? required.requires : required,
  ])
  return {
    name,
    version,
    description,
    schema,
    operations,
    states,
    api,
    db: db && { table: db.table, key: db.key ?? ['id'], indexes: (db.indexes ?? []).map(normalIndex) },
    authority: Object.fromEntries(authority),
    events: eventsOf(written),
    declaresEvents: events !== undefined,
    invariants,
    renames: written.compat?.renames ?? {},
  }
}
