import type { Column } from './column.ts'

export type KeyForm =
  /** The text with `%` and `#` escaped. */
  | 'text'
  /** An integer of at least 0, with leading zeros to 16 digits, so that it sorts. */
  | 'padded'
  /** Any number as 16 hexadecimal digits in numeric order. */
  | 'ordered'

/** One key attribute of an item and its parts: the prefix, then the values of the fields joined by `#`. */
export interface KeyTemplate {
  readonly attribute: string
  readonly type: 'S' | 'N'
  readonly prefix: string
  readonly parts: readonly { readonly field: string; readonly form: KeyForm }[]
  /** True if the attribute is the field itself, written with the item, instead of composed. */
  readonly isField: boolean
}

const isNumeric = ({ kind }: Column): boolean => kind === 'integer' || kind === 'number'

const formOf = (column: Column): KeyForm => {
  if (!isNumeric(column)) return 'text'
  const isNatural = column.kind === 'integer' && column.checks.some((check) => check.kind === 'min' && check.limit >= 0)
  return isNatural ? 'padded' : 'ordered'
}

/**
 * Composes a key attribute from fields. Numbers are padded only if the attribute `isSorted`; the order of partition
 * keys does not matter.
 */
export const composedKey = (
  attribute: string,
  prefix: string,
  columns: readonly Column[],
  { isSorted } = { isSorted: true },
): KeyTemplate => ({
  attribute,
  type: 'S',
  prefix,
  parts: columns.map((column) => ({ field: column.name, form: isSorted ? formOf(column) : 'text' })),
  isField: false,
})

/** Returns a field as an unchanged key attribute; `undefined` for kinds that DynamoDB does not accept as keys. */
export const fieldKey = (column: Column): KeyTemplate | undefined => {
  if (['boolean', 'object', 'array', 'json'].includes(column.kind)) return undefined
  const { name } = column
  const type = isNumeric(column) ? 'N' : 'S'
  return { attribute: name, type, prefix: '', parts: [{ field: name, form: 'text' }], isField: true }
}

/** Returns the IEEE 754 bits in hexadecimal, with an adjusted sign, so that the digits sort in numeric order. */
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

/**
 * Returns the value of a key attribute for an item; `undefined` if a field is missing or null, which excludes the item
 * from the index.
 */
export const keyValue = (
  { type, prefix, parts, isField }: KeyTemplate,
  item: Readonly<Record<string, unknown>>,
): string | number | undefined => {
  const values = parts.map(({ field }) => item[field])
  if (values.some((value) => value === undefined || value === null)) return undefined
  if (isField) return type === 'N' ? Number(values[0]) : String(values[0])
  return prefix + parts.map(({ form }, i) => partText(values[i], form)).join('#')
}

/** Returns the template as in documents: `JOB#{job_id}`. */
export const templateText = ({ prefix, parts }: KeyTemplate): string =>
  prefix + parts.map(({ field, form }) => `{${field}${form === 'text' ? '' : `:${form}`}}`).join('#')
