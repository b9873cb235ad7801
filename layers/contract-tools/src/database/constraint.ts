import type { Column, ColumnCheck, ColumnKind, Table } from './column.ts'
import { postgresPattern, sqlitePattern } from './pattern-expression.ts'
import { literal, quoted, type SqlDialect, sqlName } from './sql-dialect.ts'

export interface Constraint {
  readonly name: string
  readonly expression: string
}

const HEX_GLOB = '[0-9a-fA-F]'
const UUID_GLOB = [8, 4, 4, 4, 12].map((digits) => HEX_GLOB.repeat(digits)).join('-')
const DATE_GLOB = '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'

/** Returns the check of a kind that the SQL type does not enforce: jsonb accepts any JSON, and SQLite has four types. */
const kindExpression = (kind: ColumnKind, column: string, dialect: SqlDialect): string | undefined => {
  if (dialect === 'postgres') {
    return kind === 'object' || kind === 'array' ? `jsonb_typeof(${column}) = '${kind}'` : undefined
  }
  const expressions: Readonly<Partial<Record<ColumnKind, string>>> = {
    boolean: `${column} IN (0, 1)`,
    uuid: `${column} GLOB '${UUID_GLOB}'`,
    timestamp: `${column} GLOB '${DATE_GLOB}T[0-2][0-9]:[0-5][0-9]*'`,
    date: `${column} GLOB '${DATE_GLOB}'`,
    json: `json_valid(${column})`,
    object: `json_valid(${column}) AND json_type(${column}) = 'object'`,
    array: `json_valid(${column}) AND json_type(${column}) = 'array'`,
  }
  return expressions[kind]
}

/** Counts items only if the value is an array. Other values violate the type constraint instead of causing an SQL error. */
const itemsExpression = (column: string, compare: string, dialect: SqlDialect): string =>
  dialect === 'postgres'
    ? `CASE WHEN jsonb_typeof(${column}) = 'array' THEN jsonb_array_length(${column}) ${compare} END`
    : `CASE WHEN json_valid(${column}) THEN json_array_length(${column}) ${compare} END`

const patternExpression = (sources: readonly string[], column: string, dialect: SqlDialect): string | undefined => {
  const translate = dialect === 'postgres' ? postgresPattern : sqlitePattern
  const translated = sources.flatMap((source) => translate(column, source) ?? [])
  return translated.length === 0 ? undefined : translated.join(' AND ')
}

const checkExpression = (check: ColumnCheck, column: string, dialect: SqlDialect): string | undefined => {
  if (check.kind === 'in') return `${column} IN (${check.values.map((value) => literal(value, dialect)).join(', ')})`
  if (check.kind === 'multiple') return `${column} % ${check.divisor} = 0`
  if (check.kind === 'pattern') return patternExpression(check.sources, column, dialect)
  const compare = `${check.kind.startsWith('min') ? '>' : '<'}${'exclusive' in check && check.exclusive ? '' : '='} ${check.limit}`
  if (check.kind === 'min' || check.kind === 'max') return `${column} ${compare}`
  if (check.kind.endsWith('items')) return itemsExpression(column, compare, dialect)
  return `${dialect === 'postgres' ? 'char_length' : 'length'}(${column}) ${compare}`
}

/** Returns the CHECK constraints of a column that a dialect can express, each with a distinct name: `jobs_state_in`. */
export const constraintsOf = (table: Table, column: Column, dialect: SqlDialect): readonly Constraint[] => {
  const name = quoted(column.name)
  const constraint = (kind: string, expression: string | undefined): Constraint[] =>
    expression === undefined ? [] : [{ name: sqlName(`${table.name}_${column.name}_${kind}`), expression }]
  return [
    ...constraint('type', kindExpression(column.kind, name, dialect)),
    ...column.checks.flatMap((check) => constraint(check.kind, checkExpression(check, name, dialect))),
  ]
}
