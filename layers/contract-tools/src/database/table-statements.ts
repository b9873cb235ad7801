import { type Column, type ColumnKind, columnNamed, type Table, type TableIndex } from './column.ts'
import { constraintsOf } from './constraint.ts'
import { literal, quoted, type SqlDialect, sqlName } from './sql-dialect.ts'

/** Integers are always `bigint`: saving four bytes is not worth rewriting a table when a limit grows. */
const TYPES: Readonly<Record<SqlDialect, Readonly<Record<ColumnKind, string>>>> = {
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

export const sqlType = (kind: ColumnKind, dialect: SqlDialect): string => TYPES[dialect][kind]

/** Returns a value in the form of its column's kind. JSON columns store JSON text for every value. */
export const columnLiteral = ({ kind }: Column, value: unknown, dialect: SqlDialect): string =>
  literal(kind === 'json' && value !== undefined ? JSON.stringify(value) : value, dialect)

export const columnHead = (column: Column, dialect: SqlDialect): string =>
  [
    quoted(column.name),
    sqlType(column.kind, dialect),
    ...(column.nullable ? [] : ['NOT NULL']),
    ...(column.default === undefined ? [] : [`DEFAULT ${columnLiteral(column, column.default, dialect)}`]),
  ].join(' ')

export const columnDefinition = (table: Table, column: Column, dialect: SqlDialect): string =>
  [
    columnHead(column, dialect),
    ...constraintsOf(table, column, dialect).map(
      ({ name, expression }) => `CONSTRAINT ${quoted(name)} CHECK (${expression})`,
    ),
  ].join(' ')

/** SQLite would generate the value of a single integer key, but the schema requires a given key. */
const sqliteOptions = (table: Table): string => {
  const [only, ...others] = table.key
  const isNumbered = others.length === 0 && only !== undefined && columnNamed(table, only)?.kind === 'integer'
  return isNumbered ? ' STRICT, WITHOUT ROWID' : ' STRICT'
}

/** Returns CREATE TABLE without the indexes, under another name if one is given. */
export const createTable = (table: Table, dialect: SqlDialect, name = table.name): string => {
  const key = `CONSTRAINT ${quoted(sqlName(`${table.name}_pkey`))} PRIMARY KEY (${table.key.map(quoted).join(', ')})`
  const lines = [...table.columns.map((column) => columnDefinition(table, column, dialect)), key]
  const options = dialect === 'sqlite' ? sqliteOptions(table) : ''
  return `CREATE TABLE ${quoted(name)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${options}`
}

/** Returns CREATE INDEX. `concurrently` permits writes in the meantime (PostgreSQL, outside a transaction). */
export const createIndex = (table: Table, index: TableIndex, concurrently = false): string => {
  const kind = `${index.unique ? 'UNIQUE ' : ''}INDEX${concurrently ? ' CONCURRENTLY' : ''}`
  return `CREATE ${kind} ${quoted(index.name)} ON ${quoted(table.name)} (${index.fields.map(quoted).join(', ')})`
}
