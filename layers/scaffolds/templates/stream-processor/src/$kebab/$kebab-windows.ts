/** One measurement of a $noun. */
export interface $EntityReading {
  readonly $entity: string
  /** Milliseconds since 1970, by the sender's clock. */
  readonly at: number
  readonly value: number
}

/** Length of a window in milliseconds. */
export const WINDOW_MS = 60_000
/** A reading that is older than this on arrival is counted as late. */
export const LATE_MS = 900_000

/** Aggregate of a window. Readings can be added in any order. */
export interface $EntityWindow {
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
  /** Highest counted sequence by shard key. Readings up to it are already counted. */
  readonly upTo: Readonly<Record<string, string>>
}

export const windowOf = (at: number): number => Math.floor(at / WINDOW_MS) * WINDOW_MS

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads an entry. Returns undefined for a malformed one, which is counted as rejected and does not block the stream.
 */
export const read$EntityReading = (data: Uint8Array, arrivedAt: number): $EntityReading | undefined => {
  let value: Partial<Record<string, unknown>> | null
  try {
    value = JSON.parse(decoder.decode(data)) as typeof value
  } catch {
    return undefined
  }
  const { $entity, at, value: measured } = value ?? {}
  if (typeof $entity !== 'string' || !/^[A-Za-z0-9._:-]{1,64}$/.test($entity)) return undefined
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at > arrivedAt + 60_000) return undefined
  if (typeof measured !== 'number' || !Number.isFinite(measured)) return undefined
  return { $entity, at, value: measured }
}

export const isLate = ({ at }: $EntityReading, arrivedAt: number): boolean => at < arrivedAt - LATE_MS

/** Sequences are decimal numbers of any length, or message IDs, which have no order. */
export const isAbove = (sequence: string, before: string | undefined): boolean => {
  if (before === undefined) return true
  if (!/^[0-9]+$/.test(sequence)) return sequence !== before
  return sequence.length === before.length ? sequence > before : sequence.length > before.length
}

/** Adds a reading to a window. */
export const withReading = (
  window: $EntityWindow | undefined,
  { value }: $EntityReading,
  { key, sequence }: { readonly key: string; readonly sequence: string },
): $EntityWindow => {
  const { count, sum, min, max, upTo } = window ?? { count: 0, sum: 0, min: value, max: value, upTo: {} }
  if (!isAbove(sequence, upTo[key])) return { count, sum, min, max, upTo }
  return {
    count: count + 1,
    sum: sum + value,
    min: Math.min(min, value),
    max: Math.max(max, value),
    upTo: { ...upTo, [key]: sequence },
  }
}
