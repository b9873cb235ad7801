import { isDeeperThan } from '@signet/contracts/nesting'
import { CONSULT_LIMITS } from './input-checks.ts'

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/**
 * Replaces a value with more levels than a text may have characters. Its JSON would be too long, and serializing it
 * could exhaust the stack.
 */
const TOO_LONG = '['.repeat(CONSULT_LIMITS.contextText + 1)

const textOf = (value: unknown): string => {
  if (isPlain(value)) return String(value)
  if (Array.isArray(value) && value.every(isPlain)) return value.join(', ')
  return isDeeperThan(CONSULT_LIMITS.contextText, value) ? TOO_LONG : JSON.stringify(value)
}

/** Converts a JSON object to context texts. */
export const contextTexts = (context: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(context).map(([name, value]) => [name, textOf(value)]))
