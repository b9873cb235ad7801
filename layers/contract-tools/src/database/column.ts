/** A column rule that JSON Schema and SQL can express. A column has at most one of each kind. */
export type ColumnCheck =
  | { readonly kind: 'in'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'min' | 'max'; readonly limit: number; readonly exclusive: boolean }
  | { readonly kind: 'min_length' | 'max_length' | 'min_items' | 'max_items'; readonly limit: number }
  | { readonly kind: 'multiple'; readonly divisor: number }
  | { readonly kind: 'pattern'; readonly sources: readonly string[] }

/** The kind of a column in every dialect. `object`, `array` and `json` (any JSON value) are stored as JSON. */
export type ColumnKind =
  | 'text'
  | 'uuid'
  | 'timestamp'
  | 'date'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'json'

export interface Column {
  /** Name of the field in the schema; the column's name is `sqlName` of it. */
  readonly name: string
  readonly kind: ColumnKind
  readonly nullable: boolean
  readonly default: unknown
  readonly checks: readonly ColumnCheck[]
}

export interface TableIndex {
  readonly name: string
  readonly fields: readonly string[]
  readonly unique: boolean
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly key: readonly string[]
  readonly indexes: readonly TableIndex[]
}

export const columnNamed = (table: Table, name: string): Column | undefined =>
  table.columns.find((column) => column.name === name)
