import { type Column, type ColumnKind, columnNamed, type Table, type TableIndex } from './column.ts'
import { constraintsOf } from './constraint.ts'
import { literal, quoted, type SqlDialect, sqlName } from './sql-dialect.ts'

/** Integers are always `bigint`: saving four bytes is not worth rewriting a table when a limit grows. */
const SQL_TYPES: Readonly<Record<SqlDialect, Readonly<Record<ColumnKind, string>>>> = {
  postgres: {
    text: 'text',
    uuid: 'uuid',
    timestamp: 'timestamptz',
    date: 'date',
    integer: 'bigint',
    number: 'double precision',
    boolean: 'boolean',
    object: 'jsonb',
    array: 'jsonb',
    json: 'jsonb',
  },
  sqlite: {
    text: 'TEXT',
    uuid: 'TEXT',
    timestamp: 'TEXT',
    date: 'TEXT',
    integer: 'INTEGER',
    number: 'REAL',
    boolean: 'INTEGER',
    object: 'TEXT',
    array: 'TEXT',
    json: 'TEXT',
  },
}

export const sqlType = (kind: ColumnKind, dialect: SqlDialect): string => SQL_TYPES[dialect][kind]

/** Returns a value in the form of its column's kind. JSON columns store JSON text for every value. */
export const columnLiteral = ({ kind }: Column, value: unknown, dialect: SqlDialect): string =>
  literal(kind === 'json' && value !== undefined ? JSON.stringify(value) : value, dialect)

export const unconstrainedColumn = (column: Column, dialect: SqlDialect): string =>
  [
    quoted(column.name),
    sqlType(column.kind, dialect),
    ...(column.nullable ? [] : ['NOT NULL']),
    ...(column.default === undefined ? [] : [`DEFAULT ${columnLiteral(column, column.default, dialect)}`]),
  ].join(' ')

export const columnDefinition = (table: Table, column: Column, dialect: SqlDialect): string =>
  [
    unconstrainedColumn(column, dialect),
    ...constraintsOf(table, column, dialect).map(
      ({ name, expression }) => `CONSTRAINT ${quoted(name)} CHECK (${expression})`,
    ),
  ].join(' ')

/** WITHOUT ROWID prevents SQLite from generating the value of a single integer key, which the caller must set. */
const sqliteOptions = (table: Table): string => {
  const [keyField, ...otherKeyFields] = table.key
  const isNumbered =
    otherKeyFields.length === 0 && keyField !== undefined && columnNamed(table, keyField)?.kind === 'integer'
  return isNumbered ? ' STRICT, WITHOUT ROWID' : ' STRICT'
}

/** Returns CREATE TABLE without the indexes, under another name if one is given. */
export const createTable = (table: Table, dialect: SqlDialect, name = table.name): string => {
  const key = `CONSTRAINT ${quoted(sqlName(`${table.name}_pkey`))} PRIMARY KEY (${table.key.map(quoted).join(', ')})`
  const lines = [...table.columns.map((column) => columnDefinition(table, column, dialect)), key]
  const options = dialect === 'sqlite' ? sqliteOptions(table) : ''
  return `CREATE TABLE ${quoted(name)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${options}`
}

/** Returns CREATE INDEX; with `isConcurrent`, one that does not block writes (PostgreSQL, outside a transaction). */
export const createIndex = (table: Table, index: TableIndex, { isConcurrent } = { isConcurrent: false }): string => {
  const kind = `${index.unique ? 'UNIQUE ' : ''}INDEX${isConcurrent ? ' CONCURRENTLY' : ''}`
  return `CREATE ${kind} ${quoted(index.name)} ON ${quoted(table.name)} (${index.fields.map(quoted).join(', ')})`
}
