import type { RowOf } from '@signet/kernel'
import type { FactValue, Reading, ReadingMemory } from '@signet/readings'
import type { memoryRow } from '../contract/memory-row.ts'

export type QuerentMemory = RowOf<typeof memoryRow>

export const NO_MEMORY: QuerentMemory = { tick: 0, given: {}, drawn: {} }

const FACTS_MAX = 64
const IDENTITY_FACTS_MAX = 24
const READINGS_PER_DECK = 3
const DECKS_MAX = 16

/** A fact becomes part of the querent's identity (facts that readings assume) after this many matching readings. */
const IDENTITY_MATCHES = 2

/** Maximum JSON length of a remembered fact, because the memory is one row. */
const FACT_CHARACTERS = 500

export const shortFacts = (facts: Readonly<Record<string, FactValue>>): Readonly<Record<string, FactValue>> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => JSON.stringify(value).length <= FACT_CHARACTERS))

/** Most frequent first, then newest, then by name. */
const byFrequency = ([nameA, factA]: Entry, [nameB, factB]: Entry): number =>
  factB.seen - factA.seen ||
  (factA.since === factB.since ? (nameA < nameB ? -1 : 1) : factA.since < factB.since ? 1 : -1)

type Entry = readonly [name: string, given: QuerentMemory['given'][string]]

/** Returns the part of the memory that a reading uses. It is stored with the reading as an input. */
export const memoryOfReading = ({ tick, given, drawn }: QuerentMemory): ReadingMemory => {
  const agreedFacts = Object.entries(given).filter(([, { seen }]) => seen >= IDENTITY_MATCHES)
  const identity = agreedFacts.toSorted(byFrequency).slice(0, IDENTITY_FACTS_MAX)
  return {
    tick,
    identity: Object.fromEntries(identity.map(([name, { value }]) => [name, value])),
    drawn,
  }
}

/** Counts how often each fact was provided with the same value. A changed value restarts the count. */
const updatedFacts = (
  givenFacts: QuerentMemory['given'],
  state: Readonly<Record<string, FactValue>>,
  at: string,
): QuerentMemory['given'] => {
  const newFacts = Object.entries(shortFacts(state)).map(([name, value]) => {
    const before = givenFacts[name]
    const isSame = before && JSON.stringify(before.value) === JSON.stringify(value)
    const next = isSame ? { ...before, seen: before.seen + 1 } : { value, since: at, seen: 1 }
    return [name, next as QuerentMemory['given'][string]] as const
  })
  const all = Object.entries({ ...givenFacts, ...Object.fromEntries(newFacts) })
  // At the limit, facts of the latest reading take precedence.
  const names = new Set(newFacts.map(([name]) => name))
  const recencyRank = (entry: Entry): number => (names.has(entry[0]) ? 0 : 1)
  return Object.fromEntries(
    all.toSorted((a, b) => recencyRank(a) - recencyRank(b) || byFrequency(a, b)).slice(0, FACTS_MAX),
  )
}

const updatedDraws = (drawnCards: QuerentMemory['drawn'], { cards, replay }: Reading): QuerentMemory['drawn'] => {
  const drawsOfReading = replay.decks.map(({ alias, name }) => {
    const ids = cards.filter(({ deck }) => deck === alias).map(({ id }) => id)
    return [name, [ids, ...(drawnCards[name] ?? [])].slice(0, READINGS_PER_DECK)] as const
  })
  const drawsOfOtherDecks = Object.entries(drawnCards).filter(
    ([name]) => !drawsOfReading.some(([deck]) => deck === name),
  )
  return Object.fromEntries([...drawsOfReading, ...drawsOfOtherDecks].slice(0, DECKS_MAX))
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
