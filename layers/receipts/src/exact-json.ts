import { canonicalJson, DigestInputError, requireIntegers } from './digest/index.ts'

const requireNoNull = (value: unknown, path: string): void => {
  if (value === null) throw new DigestInputError(path, 'null; leave the member out')
  if (typeof value !== 'object') return
  for (const [name, child] of Object.entries(value)) {
    requireNoNull(child, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`)
  }
}

/**
 * The canonical text of a value whose numbers are integers within 2^53 and which has no null: receipts and claims say
 * nothing that languages read differently.
 * @throws DigestInputError naming the first fault.
 */
export const exactJson = (value: unknown): string => {
  requireNoNull(requireIntegers(value), '$')
  return canonicalJson(value)
}
