import type { RowOf } from '@signet/kernel'
import type { FactValue, Reading, ReadingMemory } from '@signet/readings'
import type { memoryRow } from '../contract/memory-row.ts'

export type QuerentMemory = RowOf<typeof memoryRow>

export const NO_MEMORY: QuerentMemory = { tick: 0, given: {}, drawn: {} }

const GIVEN_MAX = 64
const IDENTITY_MAX = 24
const READINGS_MAX = 3
const DECKS_MAX = 16

/** A fact becomes part of the identity after this many matching readings. */
const AGREED = 2

/** Longer facts are not remembered, because a row has limited space. */
const FACT_CHARACTERS = 500

export const shortFacts = (facts: Readonly<Record<string, FactValue>>): Readonly<Record<string, FactValue>> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => JSON.stringify(value).length <= FACT_CHARACTERS))

const byWeight = ([a, one]: Entry, [b, other]: Entry): number =>
  other.seen - one.seen || (one.since === other.since ? (a < b ? -1 : 1) : one.since < other.since ? 1 : -1)

type Entry = readonly [name: string, given: QuerentMemory['given'][string]]

/** Returns the memory zones that a reading uses (runtime.md 6); they are stored with it as an input. */
export const memoryOfReading = ({ tick, given, drawn }: QuerentMemory): ReadingMemory => {
  const agreed = Object.entries(given).filter(([, { seen }]) => seen >= AGREED)
  const identity = agreed.toSorted(byWeight).slice(0, IDENTITY_MAX)
  return {
    tick,
    identity: Object.fromEntries(identity.map(([name, { value }]) => [name, value])),
    drawn,
  }
}

/** Counts repeated facts. A changed value restarts the count, so contradictory readings never reach agreement. */
const updatedFacts = (
  givenFacts: QuerentMemory['given'],
  state: Readonly<Record<string, FactValue>>,
  at: string,
): QuerentMemory['given'] => {
  const givenNow = Object.entries(shortFacts(state)).map(([name, value]) => {
    const before = givenFacts[name]
    const isSame = before && JSON.stringify(before.value) === JSON.stringify(value)
    const next = isSame ? { ...before, seen: before.seen + 1 } : { value, since: at, seen: 1 }
    return [name, next as QuerentMemory['given'][string]] as const
  })
  const all = Object.entries({ ...givenFacts, ...Object.fromEntries(givenNow) })
  // Facts of the latest reading are retained first, because they are in current use.
  const names = new Set(givenNow.map(([name]) => name))
  const order = (entry: Entry): number => (names.has(entry[0]) ? 0 : 1)
  return Object.fromEntries(all.toSorted((a, b) => order(a) - order(b) || byWeight(a, b)).slice(0, GIVEN_MAX))
}

const updatedDraws = (drawnCards: QuerentMemory['drawn'], { cards, replay }: Reading): QuerentMemory['drawn'] => {
  const used = replay.decks.map(({ alias, name }) => {
    const ids = cards.filter(({ deck }) => deck === alias).map(({ id }) => id)
    return [name, [ids, ...(drawnCards[name] ?? [])].slice(0, READINGS_MAX)] as const
  })
  const others = Object.entries(drawnCards).filter(([name]) => !used.some(([deck]) => deck === name))
  return Object.fromEntries([...used, ...others].slice(0, DECKS_MAX))
}

export const memoryAfter = (
  memory: QuerentMemory,
  {
    reading,
    state,
    at,
  }: { readonly reading: Reading; readonly state: Readonly<Record<string, FactValue>>; readonly at: string },
): QuerentMemory => ({
  tick: memory.tick + 1,
  given: updatedFacts(memory.given, state, at),
  drawn: updatedDraws(memory.drawn, reading),
})
