import type { Column } from './column.ts'

export type KeyForm =
  /** As it is, `%` and `#` escaped. */
  | 'text'
  /** A whole number from 0 on, 16 digits with leading zeros, so that it sorts. */
  | 'padded'
  /** Any number as 16 hexadecimal digits in the order of numbers. */
  | 'ordered'

/** One key attribute of an item and its parts: the prefix, then the values of the fields joined by `#`. */
export interface KeyTemplate {
  readonly attribute: string
  readonly type: 'S' | 'N'
  readonly prefix: string
  readonly parts: readonly { readonly field: string; readonly form: KeyForm }[]
  /** The attribute is the field itself, written with the item; nothing is composed. */
  readonly isField: boolean
}

const isNumeric = ({ kind }: Column): boolean => kind === 'integer' || kind === 'number'

const formOf = (column: Column): KeyForm => {
  if (!isNumeric(column)) return 'text'
  const isNatural = column.kind === 'integer' && column.checks.some((check) => check.kind === 'min' && check.limit >= 0)
  return isNatural ? 'padded' : 'ordered'
}

/** A key attribute composed of fields. In a partition key the order of numbers does not matter, so they stay as they are. */
export const composedKey = (
  attribute: string,
  prefix: string,
  columns: readonly Column[],
  sorts = true,
): KeyTemplate => ({
  attribute,
  type: 'S',
  prefix,
  parts: columns.map((column) => ({ field: column.name, form: sorts ? formOf(column) : 'text' })),
  isField: false,
})

/** A field that is a key attribute unchanged; `undefined` for kinds that DynamoDB does not accept as keys. */
export const fieldKey = (column: Column): KeyTemplate | undefined => {
  if (['boolean', 'object', 'array', 'json'].includes(column.kind)) return undefined
  const { name } = column
  const type = isNumeric(column) ? 'N' : 'S'
  return { attribute: name, type, prefix: '', parts: [{ field: name, form: 'text' }], isField: true }
}

/** IEEE 754 with its sign turned, so that the digits sort as the numbers do. */
const orderedDigits = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value === 0 ? 0 : value)
  const bits = view.getBigUint64(0)
  const sign = 1n << 63n
  return (bits & sign ? BigInt.asUintN(64, ~bits) : bits | sign).toString(16).padStart(16, '0')
}

const partText = (value: unknown, form: KeyForm): string => {
  if (form === 'padded') return String(value).padStart(16, '0')
  if (form === 'ordered') return orderedDigits(Number(value))
  return String(value).replaceAll('%', '%25').replaceAll('#', '%23')
}

/** The value of a key attribute for an item; `undefined` when a field is missing or null, which keeps it out of the index. */
export const keyValue = (
  { type, prefix, parts, isField }: KeyTemplate,
  item: Readonly<Record<string, unknown>>,
): string | number | undefined => {
  const values = parts.map(({ field }) => item[field])
  if (values.some((value) => value === undefined || value === null)) return undefined
  if (isField) return type === 'N' ? Number(values[0]) : String(values[0])
  return prefix + parts.map(({ form }, i) => partText(values[i], form)).join('#')
}

/** The template as documents show it: `JOB#{job_id}`. */
export const templateText = ({ prefix, parts }: KeyTemplate): string =>
  prefix + parts.map(({ field, form }) => `{${field}${form === 'text' ? '' : `:${form}`}}`).join('#')
