import type { Column, ColumnKind } from './column.ts'
import { quoted, type SqlDialect } from './sql-dialect.ts'
import { sqlType } from './table-statements.ts'

const isJson = (kind: ColumnKind): boolean => kind === 'object' || kind === 'array' || kind === 'json'

/**
 * Kinds into which a column's values can be converted without a custom rule; an invalid value stops the migration step.
 */
const CONVERSION_TARGETS: Readonly<Partial<Record<ColumnKind, readonly ColumnKind[]>>> = {
  text: ['integer', 'number', 'timestamp', 'date', 'uuid', 'json'],
  integer: ['number', 'text', 'json'],
  number: ['json'],
  uuid: ['text'],
  date: ['text'],
  timestamp: ['text'],
}

export const isConvertible = (from: ColumnKind, to: ColumnKind): boolean =>
  from === to || (isJson(from) && isJson(to)) || CONVERSION_TARGETS[from]?.includes(to) === true

const ISO_INSTANT_FORMAT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

/**
 * Returns the expression that converts a column's old value to the new type. STRICT tables of SQLite convert values
 * themselves, or reject the row.
 */
export const conversion = (from: Column, to: Column, dialect: SqlDialect): string => {
  const column = quoted(from.name)
  if (sqlType(from.kind, dialect) === sqlType(to.kind, dialect) && (isJson(from.kind) || !isJson(to.kind)))
    return column
  if (isJson(to.kind)) return dialect === 'postgres' ? `to_jsonb(${column})` : `json_quote(${column})`
  if (dialect === 'sqlite') return column
  if (from.kind === 'timestamp') return `to_char(${column}::timestamptz AT TIME ZONE 'UTC', ${ISO_INSTANT_FORMAT})`
  return `${column}::${sqlType(to.kind, dialect)}`
}
