/** Times are whole microseconds since 1970; five minutes are a slot. */
export const SLOT_US = 300_000_000
const DAY_SLOTS = 288
export const HOUR_SLOTS = 12

/** Slots of each level of counts, and how many digits of ISO 8601 name one. */
export const LEVELS = {
  M5: { width: 1, digits: 16 },
  H1: { width: HOUR_SLOTS, digits: 13 },
  D1: { width: DAY_SLOTS, digits: 10 },
} as const
export type Level = keyof typeof LEVELS

/** From milliseconds with fractions. */
export const usOf = (ms: number): number => Math.round(ms * 1_000)
export const isoOf = (us: number): string => new Date(Math.floor(us / 1_000)).toISOString()
/** With microseconds, where there are any: spans of one trace are told apart by them. */
export const preciseIsoOf = (us: number): string =>
  us % 1_000 === 0 ? isoOf(us) : `${isoOf(us).slice(0, -1)}${String(us % 1_000).padStart(3, '0')}Z`
export const slotOf = (us: number): number => Math.floor(us / SLOT_US)

/** The first slot of the hour or day that a slot is in. */
export const startOf = (level: Level, slot: number): number => slot - (slot % LEVELS[level].width)

/** The name of a time of a level, by its first slot: `2026-11-27T13` for an hour. Names are in the order of time. */
export const slotName = (level: Level, slot: number): string => isoOf(slot * SLOT_US).slice(0, LEVELS[level].digits)

/** Slots from one up to, not including, another. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The points of a series over a span: each begins at a multiple of the step, but for the first. */
export const pointsOf = ({ from, to }: Span, step: number): readonly Span[] => {
  const points: Span[] = []
  for (let start = from; start < to; start = (Math.floor(start / step) + 1) * step)
    points.push({ from: start, to: Math.min(to, (Math.floor(start / step) + 1) * step) })
  return points
}

/** Those of a span. */
export const withinSpan = <Placed extends { readonly slot: number }>(all: readonly Placed[], { from, to }: Span) =>
  all.filter(({ slot }) => slot >= from && slot < to)

/** The slots of a unit of a level, by its first. */
export const spanAt = (level: Level, slot: number): Span => ({ from: slot, to: slot + LEVELS[level].width })

/** What a span has of others, in the order of time. */
export const clipped = (others: readonly Span[], { from, to }: Span): readonly Span[] =>
  others
    .map((other) => ({ from: Math.max(from, other.from), to: Math.min(to, other.to) }))
    .filter((part) => part.from < part.to)
    .toSorted((one, other) => one.from - other.from)

/** What of a span none of the parts covers. Parts are in the order of time and do not overlap. */
export const gapsIn = ({ from, to }: Span, parts: readonly Span[]): readonly Span[] => {
  const ends = [from, ...parts.map((part) => part.to)]
  return ends.map((start, at) => ({ from: start, to: parts[at]?.from ?? to })).filter((gap) => gap.from < gap.to)
}

/** Spans in the order of time, in groups between whose members there are so many slots at most. */
export const nearOnes = (spans: readonly Span[], between: number): readonly (readonly Span[])[] => {
  const groups: Span[][] = []
  for (const span of spans) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group && before && span.from - before.to <= between) group.push(span)
    else groups.push([span])
  }
  return groups
}
