/** Values that are written without JSON. */
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const textOf = (value: unknown): string => {
  if (isPlain(value)) return String(value)
  return Array.isArray(value) && value.every(isPlain) ? value.join(', ') : JSON.stringify(value)
}

/** Any JSON object as the texts of a context (runtime.md 12, ruling 31). */
export const contextTexts = (context: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(context).map(([name, value]) => [name, textOf(value)]))
