/** A $noun in a line of a file. */
export interface $EntityLine {
  readonly id: string
  readonly amount: number
}

export interface Fault {
  readonly line: number
  readonly reason: string
}

export interface $EntitySummary {
  readonly lines: number
  readonly count: number
  readonly total: number
  readonly faults: readonly Fault[]
}

/** Maximum length of a line in characters. */
export const MAX_LINE = 10_000
/** Maximum number of reported invalid lines. Further invalid lines are not reported. */
export const MAX_FAULTS = 100

const readLine = (text: string): $EntityLine | string => {
  if (text.length > MAX_LINE) return `is longer than ${MAX_LINE} characters`
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'is not valid JSON'
  }
  const { id, amount } = (value ?? {}) as Partial<Record<keyof $EntityLine, unknown>>
  if (typeof id !== 'string' || id === '') return 'has no id'
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return 'has no integer amount'
  return { id, amount }
}

/** Summarizes lines of JSON in one pass without storing them. Each id is counted once. */
export const summarize$Entities = async (lines: AsyncIterable<string> | Iterable<string>): Promise<$EntitySummary> => {
  const seenIds = new Set<string>()
  const faults: Fault[] = []
  let line = 0
  let total = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const parsed = readLine(text)
    const reason = typeof parsed === 'string' ? parsed : seenIds.has(parsed.id) ? 'repeats an earlier id' : undefined
    if (reason !== undefined && faults.length < MAX_FAULTS) faults.push({ line, reason })
    if (typeof parsed === 'string' || reason !== undefined) continue
    seenIds.add(parsed.id)
    total += parsed.amount
  }
  return { lines: line, count: seenIds.size, total, faults }
}

/** Replaces terminal control characters. */
export const printable = (text: string): string => text.replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '?')
