import { Buffer } from 'node:buffer'
import { invalidInput } from '@signet/contracts/http'

/**
 * Encodes a paging cursor. A cursor contains only the sort key at which the page ended. The partition is derived from
 * the caller, so a forged or foreign cursor can only move within the caller's own rows.
 */
export const encodeCursor = (sortKeys: Readonly<Record<string, string>>): string =>
  Buffer.from(JSON.stringify(sortKeys)).toString('base64url')

/** Maximum bytes of a sort key of DynamoDB. */
const SORT_KEY_BYTES = 1024

/**
 * Decodes a cursor of encodeCursor for the same key names; other text is refused as invalid input. `prefixes` contains
 * the prefix of each key, because DynamoDB fails a query that starts outside its own bounds.
 */
export const decodeCursor = <Name extends string>(
  cursor: string,
  prefixes: Readonly<Record<Name, string>>,
): Record<Name, string> => {
  const invalidCursor = () => invalidInput([{ field: 'cursor', message: 'must be a cursor that this list returned' }])
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw invalidCursor()
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw invalidCursor()
  const isKey = (prefix: string, value: unknown): value is string =>
    typeof value === 'string' && value !== '' && value.startsWith(prefix) && Buffer.byteLength(value) <= SORT_KEY_BYTES
  const names = Object.keys(prefixes) as Name[]
  const entries = Object.entries(parsed)
  const isKnown = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(prefixes, name) && isKey(prefixes[name as Name], value)
  if (entries.length !== names.length || !entries.every(isKnown)) throw invalidCursor()
  return Object.fromEntries(entries) as Record<Name, string>
}
