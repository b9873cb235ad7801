import type { Attributes } from '../records.ts'
import type { AnyValue, KeyValue } from './messages.ts'

/** Integers beyond ±(2^53 - 1) become strings, so that no digit is lost. */
const integer = (value: bigint): number | string =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value)

/** JSON cannot represent NaN and infinity. */
const double = (value: number): number | string => (Number.isFinite(value) ? value : String(value))

/** Returns a value as JSON: bytes in base64, an empty value as null. */
export const valueOfAny = (any: AnyValue | undefined): unknown => {
  if (any === undefined) return null
  if ('stringValue' in any) return any.stringValue
  if ('boolValue' in any) return any.boolValue
  if ('intValue' in any) return integer(any.intValue)
  if ('doubleValue' in any) return double(any.doubleValue)
  if ('bytesValue' in any) return any.bytesValue
  if ('arrayValue' in any) return any.arrayValue.values.map(valueOfAny)
  if ('kvlistValue' in any) return attributesOf(any.kvlistValue.values)
  return null
}

/** Returns attributes as an object. A repeated key has its last value. */
export const attributesOf = (pairs: readonly KeyValue[]): Attributes =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, valueOfAny(value)]))

const MS_NANOS = 1_000_000

export const msOfNanos = (nanos: bigint): number =>
  Number(nanos / BigInt(MS_NANOS)) + Number(nanos % BigInt(MS_NANOS)) / MS_NANOS
