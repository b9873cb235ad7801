import * as z from 'zod'

/** Maximum JSON size of a result, its text included, in bytes. Models pay for each byte. */
export const OUTPUT_BYTES = 64 * 1024
const TEXT_BYTES = 24 * 1024

/** Reserved for `left_out`. */
const MARGIN_BYTES = 2 * 1024

/** Texts up to this length are not shortened. */
const TEXT_MIN = 400

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

type Path = readonly (string | number)[]

interface ShrinkablePart {
  readonly path: Path
  readonly size: number
}

/** Objects with at most this number of fields keep all of them. */
const KEYS_MIN = 24

const canShrink = (value: unknown): boolean => {
  if (typeof value === 'string') return value.length > TEXT_MIN
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'object' && value !== null && Object.keys(value).length > KEYS_MIN
}

const candidatesOf = (value: unknown, path: Path = []): ShrinkablePart[] => {
  const ownCandidate = path.length > 0 && canShrink(value) ? [{ path, size: bytesOf(value) }] : []
  if (typeof value !== 'object' || value === null) return ownCandidate
  return [...ownCandidate, ...Object.entries(value).flatMap(([name, each]) => candidatesOf(each, [...path, name]))]
}

/** Returns the first half of a text, list or object, and the number of removed characters, items or fields. */
const halfOf = (value: unknown): readonly [unknown, number] => {
  if (typeof value === 'string') {
    const kept = value.slice(0, Math.floor(value.length / 2)).replace(/[\uD800-\uDBFF]$/, '')
    return [`${kept}…`, value.length - kept.length]
  }
  const entries = Object.entries(value as object)
  const kept = entries.slice(0, Math.floor(entries.length / 2))
  const removedCount = entries.length - kept.length
  return [Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept), removedCount]
}

const replaceAt = (value: unknown, [first, ...rest]: Path, change: (at: unknown) => unknown): unknown => {
  if (first === undefined) return change(value)
  const entries = Object.entries(value as object).map(([name, each]) => [
    name,
    name === String(first) ? replaceAt(each, rest, change) : each,
  ])
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}

/** Number of list items, fields or characters that were removed, by the path of the list, object or text. */
const LEFT_OUT = z
  .record(z.string(), z.int())
  .optional()
  .describe('Items or characters cut from a long result, by path')

export const withLeftOut = (output: z.ZodObject): z.ZodObject => output.extend({ left_out: LEFT_OUT })

/**
 * An array with a short description of its items. The full schema is in the API reference, because the list of tools
 * costs tokens.
 */
export const listOf = (fields: string) => z.array(z.looseObject({})).describe(fields)

/**
 * Shortens the largest lists and texts until output and text fit into 64 KiB. Removes the ends, which matter least, and
 * reports them in `left_out`.
 */
export const shortenOutput = <Output extends object>(
  output: Output,
  text = '',
): Output & { left_out?: Record<string, number> } => {
  let value: unknown = output
  const omittedCounts: Record<string, number> = {}
  const limit = OUTPUT_BYTES - MARGIN_BYTES - bytesOf(text)
  while (bytesOf(value) > limit) {
    const [largest] = candidatesOf(value).toSorted((a, b) => b.size - a.size || a.path.length - b.path.length)
    if (largest === undefined) break
    const joinedPath = largest.path.join('.')
    value = replaceAt(value, largest.path, (each) => {
      const [kept, count] = halfOf(each)
      omittedCounts[joinedPath] = (omittedCounts[joinedPath] ?? 0) + count
      return kept
    })
  }
  const names = Object.keys(omittedCounts)
  return names.length === 0 ? output : ({ ...(value as Output), left_out: omittedCounts } as Output)
}

/** Shortens a text to at most 24 KiB of JSON. */
export const shortenText = (text: string): string => {
  if (bytesOf(text) <= TEXT_BYTES) return text
  // 64 bytes are reserved for the note at the end.
  let shortened = Buffer.from(text)
    .subarray(0, TEXT_BYTES - 64)
    .toString()
    .replace(/\uFFFD+$/, '')
  // JSON escapes make a text longer.
  while (bytesOf(shortened) > TEXT_BYTES - 64)
    shortened = shortened.slice(0, Math.floor(shortened.length * 0.9)).replace(/[\uD800-\uDBFF]$/, '')
  return `${shortened}\n… (shortened: the text is too long)`
}
