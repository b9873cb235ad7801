import { canonicalJson, DigestInputError, requireIntegers } from './digest/index.ts'

const requireNoNull = (value: unknown, path: string): void => {
  if (value === null) throw new DigestInputError(path, 'null; omit the member instead')
  if (typeof value !== 'object') return
  for (const [name, child] of Object.entries(value)) {
    requireNoNull(child, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`)
  }
}

/**
 * Returns the canonical JSON of a value without null whose numbers are integers within 2^53, so that every language
 * parses it identically.
 * @throws DigestInputError for the first error.
 */
export const exactJson = (value: unknown): string => {
  requireNoNull(requireIntegers(value), '$')
  return canonicalJson(value)
}
