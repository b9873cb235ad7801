import type { Deck } from '../decks/card.ts'
import type { FactValue } from '../facts/fact-value.ts'
import type { ReadingMemory } from '../record/reading.ts'

export interface InscribedRun {
  readonly hash: string
  /** RFC 3339. */
  readonly at: string
  readonly intention: string
  /** IDs of cards of the role's own deck, in draw order. */
  readonly cards: readonly string[]
  /** Facts from the caller, not computed ones. */
  readonly facts: Readonly<Record<string, FactValue>>
  /** IDs of the cards that the report of a failed outcome named. */
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
  readonly since: string
  readonly seen: number
}

export interface Contradiction {
  readonly fact: string
  readonly values: readonly FactValue[]
  readonly hashes: readonly string[]
}

export interface RoleMemory {
  readonly tick: number
  readonly zones: {
    /** Ids of cards not drawn since the last shuffle. */
    readonly deck: readonly string[]
    /** Ids of cards drawn since the last shuffle, the newest last. */
    readonly discard: readonly string[]
    readonly metaInsight: readonly Insight[]
    readonly identity: readonly Identity[]
  }
  readonly contradictions: readonly Contradiction[]
}

export const MEMORY_LIMITS = {
  insights: 12,
  identities: 24,
  recent: 5,
  /** Runs that insights cover, and minimum of them that drew a card. */
  insightRuns: 10,
  insightSeen: 3,
  /** Facts of a record. */
  given: 64,
  /** Failed runs per card. */
  failures: 20,
} as const

/** Cards per run from the role's own deck; the fifth position draws from a shared deck. */
export const OWN_CARDS_PER_RUN = 4

export interface Zones {
  readonly deck: readonly string[]
  readonly discard: readonly string[]
}

const discardDrawn = ({ deck, discard }: Zones, cards: readonly string[]): Zones => ({
  deck: deck.filter((id) => !cards.includes(id)),
  discard: [...discard.filter((id) => !cards.includes(id)), ...cards],
})

/** If the deck has too few cards for a run, returns all discarded cards except those of the last run to it. */
const reshuffled = ({ deck, discard }: Zones, lastDrawn: readonly string[], perRun: number): Zones => {
  if (deck.length >= perRun) return { deck, discard }
  const returned = discard.filter((id) => !lastDrawn.includes(id))
  return { deck: [...deck, ...returned].toSorted(), discard: discard.filter((id) => lastDrawn.includes(id)) }
}

export const fullZones = (deck: Deck): Zones => ({ deck: deck.cards.map(({ id }) => id).toSorted(), discard: [] })

/** Returns the zones after a run. IDs of other decks are ignored. */
export const zonesAfter = (zones: Zones, cards: readonly string[], perRun: number): Zones => {
  const drawnIds = [...new Set(cards)].filter((id) => zones.deck.includes(id) || zones.discard.includes(id))
  return reshuffled(discardDrawn(zones, drawnIds), drawnIds, perRun)
}

/**
 * Returns cards that were drawn in at least three of the last ten runs or named in a failed outcome, the most frequent
 * first.
 */
export const insightsOf = (
  deck: Deck,
  recentRuns: readonly Pick<InscribedRun, 'hash' | 'cards'>[],
  failed: Readonly<Record<string, readonly string[]>>,
): readonly Insight[] =>
  deck.cards
    .flatMap(({ id, title }) => {
      const drawingRuns = recentRuns.filter(({ cards }) => cards.includes(id)).map(({ hash }) => hash)
      const failures = Object.hasOwn(failed, id) ? (failed[id] ?? []) : []
      if (drawingRuns.length < MEMORY_LIMITS.insightSeen && failures.length === 0) return []
      const from = [...new Set([...drawingRuns, ...failures])]
      return [{ id, text: title, seen: from.length, from }]
    })
    .toSorted((a, b) => b.seen - a.seen || (a.id < b.id ? -1 : 1))
    .slice(0, MEMORY_LIMITS.insights)

const failuresOf = (runs: readonly InscribedRun[]): Readonly<Record<string, readonly string[]>> => {
  const failed = new Map<string, string[]>()
  for (const { hash, failed: ids = [] } of runs) for (const id of ids) failed.set(id, [...(failed.get(id) ?? []), hash])
  return Object.fromEntries(failed)
}

export interface RememberedFact {
  readonly value: FactValue
  readonly since: string
  readonly seen: number
  readonly hash: string
}

export interface RoleFacts {
  readonly given: Readonly<Record<string, RememberedFact>>
  readonly contradictions: Readonly<Record<string, Contradiction>>
}

export const NO_FACTS: RoleFacts = { given: {}, contradictions: {} }

/**
 * Returns the facts after a run. An equal value increases its count; a different value resets it and is recorded as a
 * contradiction.
 */
export const factsAfter = (
  before: RoleFacts,
  { facts, at, hash }: Pick<InscribedRun, 'facts' | 'at' | 'hash'>,
): RoleFacts => {
  const givenFacts = new Map(Object.entries(before.given))
  const contradictions = new Map(Object.entries(before.contradictions))
  for (const [fact, value] of Object.entries(facts)) {
    const remembered = givenFacts.get(fact)
    if (remembered && JSON.stringify(remembered.value) === JSON.stringify(value)) {
      givenFacts.set(fact, { ...remembered, seen: remembered.seen + 1, hash })
      contradictions.delete(fact)
      continue
    }
    if (remembered)
      contradictions.set(fact, { fact, values: [remembered.value, value], hashes: [remembered.hash, hash] })
    givenFacts.set(fact, { value, since: at, seen: 1, hash })
  }
  return { given: Object.fromEntries(givenFacts), contradictions: Object.fromEntries(contradictions) }
}

/** Returns facts that at least two runs supplied with the same value, the most frequent first. */
export const identityOf = ({ given }: RoleFacts): readonly Identity[] =>
  Object.entries(given)
    .filter(([, { seen }]) => seen >= 2)
    .map(([fact, { value, since, seen }]) => ({ fact, value, since, seen }))
    .toSorted((a, b) => b.seen - a.seen || (a.fact < b.fact ? -1 : 1))
    .slice(0, MEMORY_LIMITS.identities)

export const contradictionsOf = ({ contradictions }: RoleFacts): readonly Contradiction[] =>
  Object.values(contradictions).toSorted((a, b) => (a.fact < b.fact ? -1 : 1))

/** Computes the memory of a role from its stored runs, the oldest first. Only cards of the role's own deck count. */
export const roleMemory = (
  deck: Deck,
  runs: readonly InscribedRun[],
  perRun: number = OWN_CARDS_PER_RUN,
): RoleMemory => {
  const facts = runs.reduce(factsAfter, NO_FACTS)
  const zones = runs.reduce((before, { cards }) => zonesAfter(before, cards, perRun), fullZones(deck))
  const metaInsight = insightsOf(deck, runs.slice(-MEMORY_LIMITS.insightRuns), failuresOf(runs))
  return {
    tick: runs.length,
    zones: { ...zones, metaInsight, identity: identityOf(facts) },
    contradictions: contradictionsOf(facts),
  }
}

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
