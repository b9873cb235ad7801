/** A period from its start up to, but excluding, its end, in milliseconds since 1970. */
export interface $EntityPeriod {
  readonly from: number
  readonly until: number
}

/** Length of a period. The job runs $words. */
export const PERIOD_MS = $periodMs
/** Offset of the end of periods from midnight UTC on 1 January 1970, in milliseconds. */
const OFFSET_MS = $offsetMs
/** Maximum number of periods per run. */
export const MAX_PERIODS = 24

/** Returns the completed periods without a report, oldest first. A run catches up on failed ones. */
export const periodsDue = (doneUntil: number | undefined, now: number): readonly $EntityPeriod[] => {
  const lastEnd = Math.floor((now - OFFSET_MS) / PERIOD_MS) * PERIOD_MS + OFFSET_MS
  const start = doneUntil ?? lastEnd - PERIOD_MS
  const count = Math.min(MAX_PERIODS, Math.max(0, Math.floor((lastEnd - start) / PERIOD_MS)))
  return Array.from({ length: count }, (_, index) => ({
    from: start + index * PERIOD_MS,
    until: start + (index + 1) * PERIOD_MS,
  }))
}

/** A $noun as the source lists it. */
export interface Listed$Entity {
  readonly id: string
  readonly amount: number
}

export interface $EntityReport {
  readonly count: number
  readonly total: number
  readonly largest: string | undefined
}

/** Summarizes a period. A $noun that is listed twice is counted once. */
export const report$Entities = (listed: readonly Listed$Entity[]): $EntityReport => {
  const distinct = [...new Map(listed.map((each) => [each.id, each])).values()]
  const largest = distinct.toSorted((a, b) => b.amount - a.amount || (a.id < b.id ? -1 : 1))[0]
  return { count: distinct.length, total: distinct.reduce((sum, { amount }) => sum + amount, 0), largest: largest?.id }
}

/**
 * Reads the list of the source.
 * @throws TypeError for a malformed list.
 */
export const readListed$Entities = (value: unknown): readonly Listed$Entity[] => {
  if (!Array.isArray(value)) throw new TypeError('The source did not return a list')
  return value.map((each: unknown) => {
    const { id, amount } = (each ?? {}) as Partial<Record<keyof Listed$Entity, unknown>>
    if (typeof id !== 'string' || typeof amount !== 'number' || !Number.isSafeInteger(amount))
      throw new TypeError('The source returned a $noun without an id or an integer amount')
    return { id, amount }
  })
}
