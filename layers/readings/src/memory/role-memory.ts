import type { Deck } from '../decks/card.ts'
import type { FactValue } from '../facts/fact-value.ts'
import type { ReadingMemory } from '../record/reading.ts'

/** An inscribed run of a role, as its row has it. */
export interface InscribedRun {
  readonly hash: string
  /** RFC 3339. */
  readonly at: string
  readonly intention: string
  /** Ids of the role's own deck, in the order of the draw. */
  readonly cards: readonly string[]
  /** Facts that were given, not computed. */
  readonly facts: Readonly<Record<string, FactValue>>
  /** Ids that a failed outcome named. */
  readonly failed?: readonly string[]
}

export interface Insight {
  readonly id: string
  readonly text: string
  readonly seen: number
  readonly from: readonly string[]
}

export interface Identity {
  readonly fact: string
  readonly value: FactValue
  /** When it was first given. */
  readonly since: string
  readonly seen: number
}

/** Two runs that say different things of one fact. */
export interface Contradiction {
  readonly fact: string
  readonly values: readonly FactValue[]
  readonly hashes: readonly string[]
}

export interface RoleMemory {
  /** Inscribed runs so far. */
  readonly tick: number
  readonly zones: {
    /** Not drawn since the last shuffle. */
    readonly deck: readonly string[]
    /** Drawn since then, the newest last. */
    readonly discard: readonly string[]
    readonly metaInsight: readonly Insight[]
    readonly identity: readonly Identity[]
  }
  readonly contradictions: readonly Contradiction[]
}

export const MEMORY_LIMITS = { insights: 12, identities: 24, recent: 5, insightRuns: 10, insightSeen: 3 } as const

/** Cards of a consultation: five positions. */
const PER_RUN = 5

interface Zones {
  readonly deck: readonly string[]
  readonly discard: readonly string[]
}

const drawnFrom = ({ deck, discard }: Zones, cards: readonly string[]): Zones => ({
  deck: deck.filter((id) => !cards.includes(id)),
  discard: [...discard.filter((id) => !cards.includes(id)), ...cards],
})

/** All but the last run's cards go back when what is left cannot fill a run. */
const shuffled = ({ deck, discard }: Zones, last: readonly string[], perRun: number): Zones => {
  if (deck.length >= perRun) return { deck, discard }
  const back = discard.filter((id) => !last.includes(id))
  return { deck: [...deck, ...back].toSorted(), discard: discard.filter((id) => last.includes(id)) }
}

const zonesOf = (deck: Deck, runs: readonly InscribedRun[], perRun: number): Zones => {
  const ids = deck.cards.map(({ id }) => id).toSorted()
  return runs.reduce<Zones>(
    (zones, { cards }) => {
      const ofDeck = cards.filter((id) => ids.includes(id))
      return shuffled(drawnFrom(zones, ofDeck), ofDeck, perRun)
    },
    { deck: ids, discard: [] },
  )
}

const insightsOf = (deck: Deck, runs: readonly InscribedRun[]): readonly Insight[] => {
  const lately = runs.slice(-MEMORY_LIMITS.insightRuns)
  return deck.cards
    .flatMap(({ id, title }) => {
      const up = lately.filter(({ cards }) => cards.includes(id))
      const failed = runs.filter((run) => run.failed?.includes(id))
      if (up.length < MEMORY_LIMITS.insightSeen && failed.length === 0) return []
      const from = [...new Set([...up, ...failed].map(({ hash }) => hash))]
      return [{ id, text: title, seen: from.length, from }]
    })
    .toSorted((a, b) => b.seen - a.seen || (a.id < b.id ? -1 : 1))
    .slice(0, MEMORY_LIMITS.insights)
}

interface Given extends Identity {
  readonly hash: string
}

const sameFact = (a: FactValue, b: FactValue): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Facts in the order of the runs: what is said again is seen once more, what is said otherwise begins anew. */
const givenFacts = (runs: readonly InscribedRun[]) => {
  const given = new Map<string, Given>()
  const contradictions = new Map<string, Contradiction>()
  for (const { facts, at, hash } of runs)
    for (const [fact, value] of Object.entries(facts)) {
      const before = given.get(fact)
      if (before && sameFact(before.value, value)) {
        given.set(fact, { ...before, seen: before.seen + 1, hash })
        contradictions.delete(fact)
        continue
      }
      if (before) contradictions.set(fact, { fact, values: [before.value, value], hashes: [before.hash, hash] })
      given.set(fact, { fact, value, since: at, seen: 1, hash })
    }
  return { given, contradictions }
}

/**
 * The memory of a role from its inscribed runs, the oldest first (runtime.md 6). Figures count the role's own deck (ruling 19).
 */
export const roleMemory = (deck: Deck, runs: readonly InscribedRun[], perRun = PER_RUN): RoleMemory => {
  const { given, contradictions } = givenFacts(runs)
  const identity = [...given.values()]
    .filter(({ seen }) => seen >= 2)
    .toSorted((a, b) => b.seen - a.seen || (a.fact < b.fact ? -1 : 1))
    .slice(0, MEMORY_LIMITS.identities)
    .map(({ hash: _, ...rest }) => rest)
  return {
    tick: runs.length,
    zones: { ...zonesOf(deck, runs, perRun), metaInsight: insightsOf(deck, runs), identity },
    contradictions: [...contradictions.values()].toSorted((a, b) => (a.fact < b.fact ? -1 : 1)),
  }
}

/** The part of memory that decides a reading. It is kept with the reading. */
export const readingMemory = (deck: Deck, memory: RoleMemory, runs: readonly InscribedRun[]): ReadingMemory => ({
  tick: memory.tick,
  identity: Object.fromEntries(memory.zones.identity.map(({ fact, value }) => [fact, value])),
  drawn: {
    [deck.name]: runs
      .slice(-3)
      .map(({ cards }) => cards)
      .toReversed(),
  },
})
