import { Buffer } from 'node:buffer'
import { invalidInput } from './refusal.ts'

/**
 * Paging cursors. A cursor holds only the sort key where the page ended: the partition is rebuilt from the caller,
 * so a forged or foreign cursor can move within the caller's own rows and nowhere else.
 */
export const encodeCursor = (sortKeys: Readonly<Record<string, string>>): string =>
  Buffer.from(JSON.stringify(sortKeys)).toString('base64url')

/** Reads a cursor made by encodeCursor for the same key names; anything else is refused as invalid input. */
export const decodeCursor = (cursor: string, names: readonly string[]): Record<string, string> => {
  const broken = () => invalidInput([{ field: 'cursor', message: 'is not a cursor that this list returned' }])
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw broken()
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw broken()
  const entries = Object.entries(parsed)
  const known = entries.every(([name, value]) => names.includes(name) && typeof value === 'string' && value !== '')
  if (!known || entries.length !== names.length) throw broken()
  return Object.fromEntries(entries) as Record<string, string>
}
