const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

const RETENTION_MS = 30 * 86_400_000
/** Margin before the time in an id: the request began earlier, and clocks differ. */
const START_MARGIN_MS = 10 * 60_000

/** Returns the time in a UUID of version 7: its first 48 bits, in milliseconds. */
const creationTimeOf = (id: string): number | undefined => {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(id) ?? []
  return high === undefined || low === undefined ? undefined : Number.parseInt(`${high}${low}`, 16)
}

/**
 * Returns the start of the search for an id: of a span such as `6h`, else the time in the id, else the oldest retained
 * logs. Undefined for a malformed span.
 */
export const sinceOf = (span: string | undefined, id: string, now: Date): Date | undefined => {
  if (span !== undefined) {
    const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(span) ?? []
    return count === undefined ? undefined : new Date(now.getTime() - Number(count) * (UNITS[unit] ?? 0))
  }
  const oldest = now.getTime() - RETENTION_MS
  const created = creationTimeOf(id)
  return new Date(
    created === undefined || created > now.getTime() ? oldest : Math.max(oldest, created - START_MARGIN_MS),
  )
}
