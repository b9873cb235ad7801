import { allowedOperations, type ConditionOptions, transitionCondition } from '@signet/contracts'
import type { DatabaseIR, OperationIR, StatesIR, TransitionIR } from '@signet/contracts/ir'
import { quoted, type SqlDialect } from './sql-dialect.ts'

export type SqlValue = string | number | bigint | boolean | null

/** A statement with placeholders (`$1` in PostgreSQL, `?` in SQLite) and their values in order. */
export interface SqlStatement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** The part of a contract, or of its IR, that defines the transitions and the storage of its entity. */
export interface TransitionSource {
  readonly name: string
  readonly operations:
    | readonly Pick<OperationIR, 'name' | 'transition'>[]
    | Readonly<Record<string, { readonly transition?: TransitionIR | undefined }>>
  readonly states?: StatesIR | undefined
  readonly db?: Pick<DatabaseIR, 'table' | 'key'> | undefined
  readonly entity?: { readonly states?: StatesIR | undefined; readonly db?: DatabaseIR | undefined } | undefined
}

export interface SqlTransitionOptions extends ConditionOptions {
  readonly dialect: SqlDialect
  readonly key: Readonly<Record<string, unknown>>
  /**
   * Other fields to write with the transition; for a creation, all fields of the new row. Objects and arrays are
   * written as JSON; for a column of kind `json`, pass JSON text.
   */
  readonly set?: Readonly<Record<string, unknown>> | undefined
}

export type TransitionFailure =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'invalid_transition'; readonly state: string; readonly allowed: readonly string[] }
  | { readonly reason: 'version_conflict'; readonly state: string; readonly version: number }
  | { readonly reason: 'exists'; readonly state: string; readonly version: number }
  /** The row changed again between the write and the read: retry. */
  | { readonly reason: 'raced' }

export interface SqlTransition extends SqlStatement {
  readonly to: string
  /** Run it if the statement returned no row, and pass its row to `failure`. */
  readonly read: SqlStatement
  failure(row: Readonly<Record<string, unknown>> | undefined): TransitionFailure
}

/** The state machine of a contract and the table of its entity. */
interface Machine {
  readonly name: string
  readonly states: StatesIR
  readonly db: Pick<DatabaseIR, 'table' | 'key'>
  readonly operations: Readonly<Record<string, { readonly transition?: TransitionIR | undefined }>>
}

const machineOf = (source: TransitionSource): Machine => {
  const states = source.states ?? source.entity?.states
  const db = source.db ?? source.entity?.db
  if (states === undefined) throw new TypeError(`Contract "${source.name}" has no states: write without a condition`)
  if (db === undefined)
    throw new TypeError(`Contract "${source.name}" has no surfaces.db: its entity is stored elsewhere`)
  const operations = Array.isArray(source.operations)
    ? Object.fromEntries((source.operations as readonly OperationIR[]).map((operation) => [operation.name, operation]))
    : (source.operations as Machine['operations'])
  return { name: source.name, states, db, operations }
}

const boundValue = (value: unknown, dialect: SqlDialect): SqlValue => {
  if (value === undefined || value === null) return null
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'boolean' && dialect === 'sqlite') return value ? 1 : 0
  return value as SqlValue
}

const binder = (dialect: SqlDialect) => {
  const values: SqlValue[] = []
  const bind = (value: unknown): string => {
    values.push(boundValue(value, dialect))
    return dialect === 'postgres' ? `$${values.length}` : '?'
  }
  return { values, bind }
}

const validateFields = ({ name, states, db }: Machine, { key, set = {} }: SqlTransitionOptions): void => {
  const missingKeys = db.key.filter((field) => key[field] === undefined || key[field] === null)
  if (missingKeys.length > 0) throw new TypeError(`Contract "${name}": key lacks ${missingKeys.join(', ')}`)
  const reserved = [states.field, 'version', ...db.key]
  const [reservedField] = Object.keys(set).filter((field) => reserved.includes(field) && set[field] !== key[field])
  if (reservedField !== undefined)
    throw new TypeError(`Contract "${name}": set must not contain "${reservedField}", which the transition writes`)
}

const insertStatement = (machine: Machine, to: string, options: SqlTransitionOptions): SqlStatement => {
  const { values, bind } = binder(options.dialect)
  const { states, db } = machine
  const row = { ...options.set, ...options.key, [states.field]: to, version: 1 }
  const fields = Object.keys(row)
  const placeholders = Object.values(row).map(bind)
  const text = `INSERT INTO ${quoted(db.table)} (${fields.map(quoted).join(', ')}) VALUES (${placeholders.join(', ')}) ON CONFLICT (${db.key.map(quoted).join(', ')}) DO NOTHING RETURNING *`
  return { text, values }
}

const updateStatement = (
  machine: Machine,
  from: readonly string[],
  to: string,
  options: SqlTransitionOptions,
): SqlStatement => {
  const { values, bind } = binder(options.dialect)
  const { states, db } = machine
  const state = quoted(states.field)
  const version = quoted('version')
  const fields = Object.entries(options.set ?? {}).filter(([field]) => !db.key.includes(field))
  const assignments = [
    `${state} = ${bind(to)}`,
    `${version} = ${version} + 1`,
    ...fields.map(([field, value]) => `${quoted(field)} = ${bind(value)}`),
  ]
  const conditions = [
    ...db.key.map((field) => `${quoted(field)} = ${bind(options.key[field])}`),
    `${state} IN (${from.map(bind).join(', ')})`,
    ...(options.version === undefined ? [] : [`${version} = ${bind(options.version)}`]),
  ]
  const text = `UPDATE ${quoted(db.table)} SET ${assignments.join(', ')} WHERE ${conditions.join(' AND ')} RETURNING *`
  return { text, values }
}

const readStatement = ({ states, db }: Machine, options: SqlTransitionOptions): SqlStatement => {
  const { values, bind } = binder(options.dialect)
  const where = db.key.map((field) => `${quoted(field)} = ${bind(options.key[field])}`).join(' AND ')
  const text = `SELECT ${quoted(states.field)} AS ${quoted('state')}, ${quoted('version')} AS ${quoted('version')} FROM ${quoted(db.table)} WHERE ${where}`
  return { text, values }
}

/**
 * Returns the conditional write of one transition in SQL, with the predicate of `transitionCondition`: exactly one of
 * several concurrent writers succeeds.
 * It increments `version` and returns the row. No row means that nothing was written; `read` with `failure` then
 * returns the reason. A creation inserts the row with version 1 unless its key exists.
 * @throws TypeError if the operation has no transition, or several targets and no `state` is given; if a key field is
 * missing, `set` contains a field that the transition writes, or the contract has no states or no table.
 * @throws RangeError if `state` does not allow the operation.
 */
export const sqlTransition = (
  source: TransitionSource,
  operation: string,
  options: SqlTransitionOptions,
): SqlTransition => {
  const machine = machineOf(source)
  const { from, to } = transitionCondition(machine, operation, options)
  validateFields(machine, options)
  const isCreation = from.length === 0
  return {
    ...(isCreation ? insertStatement(machine, to, options) : updateStatement(machine, from, to, options)),
    to,
    read: readStatement(machine, options),
    failure: (row) => {
      if (row === undefined) return { reason: isCreation ? 'raced' : 'not_found' }
      const state = String(row.state)
      const version = Number(row.version)
      if (isCreation) return { reason: 'exists', state, version }
      if (!from.includes(state))
        return { reason: 'invalid_transition', state, allowed: allowedOperations(machine, state) }
      const isOtherVersion = options.version !== undefined && options.version !== version
      return isOtherVersion ? { reason: 'version_conflict', state, version } : { reason: 'raced' }
    },
  }
}
