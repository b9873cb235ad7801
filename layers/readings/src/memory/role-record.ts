import type { Deck } from '../decks/card.ts'
import { isRole, ROLES, type Role } from '../decks/roles.ts'
import type { ReadingMemory } from '../record/reading.ts'
import { type Entropy, entropyOf, LAST_DRAWN, recentMemories } from './entropy.ts'
import {
  type Contradiction,
  contradictionsOf,
  factsAfter,
  fullZones,
  type InscribedRun,
  identityOf,
  insightsOf,
  MEMORY_LIMITS,
  OWN_CARDS_PER_RUN,
  type RememberedFact,
  type RoleFacts,
  type RoleMemory,
  type Zones,
  zonesAfter,
} from './role-memory.ts'

export type RecordedRun = Pick<InscribedRun, 'hash' | 'at' | 'intention' | 'cards'>

/** The stored record of a role's runs, limited to the size of a row. Only `afterRun` and `afterFailure` change it. */
export interface RoleRecord extends RoleFacts {
  /** Number of stored runs. A write requires that it is unchanged since it was read. */
  readonly tick: number
  /** Ids drawn since the last shuffle, the newest last; all other cards are in zone deck. */
  readonly discard: readonly string[]
  /** The last ten runs, the oldest first. */
  readonly runs: readonly RecordedRun[]
  /**
   * Facts of the last run for `bundle_bindings` of other roles, with the hash of its receipt; absent if it has none.
   */
  readonly bindings?: InscribedRun['facts']
  /** The last 64 drawn ids. */
  readonly drawn: readonly string[]
  /** By card ID: hashes of runs whose failed outcome named the card. */
  readonly failed: Readonly<Record<string, readonly string[]>>
  /** Number of recorded failures. A write requires that it is unchanged since it was read. */
  readonly reports: number
  readonly updatedAt: string
}

export const NO_RECORD: RoleRecord = {
  tick: 0,
  discard: [],
  runs: [],
  drawn: [],
  failed: {},
  reports: 0,
  given: {},
  contradictions: {},
  updatedAt: '',
}

/** Returns the zones for the current version of the deck, which may have other cards than the record. */
const zonesOf = (deck: Deck, { discard }: RoleRecord): Zones => {
  const { deck: ids } = fullZones(deck)
  const discarded = discard.filter((id) => ids.includes(id))
  return { deck: ids.filter((id) => !discarded.includes(id)), discard: discarded }
}

/** Limits the number of facts. Facts of this run take precedence, then the most frequent, then the latest. */
const limitFacts = ({ given: givenFacts, contradictions }: RoleFacts, facts: InscribedRun['facts']): RoleFacts => {
  const runFactsFirst = (fact: string): number => (Object.hasOwn(facts, fact) ? 0 : 1)
  const byFrequency = (
    [nameA, factA]: readonly [string, RememberedFact],
    [nameB, factB]: readonly [string, RememberedFact],
  ): number =>
    runFactsFirst(nameA) - runFactsFirst(nameB) ||
    factB.seen - factA.seen ||
    (factA.since === factB.since ? (nameA < nameB ? -1 : 1) : factA.since < factB.since ? 1 : -1)
  const limited = Object.fromEntries(Object.entries(givenFacts).toSorted(byFrequency).slice(0, MEMORY_LIMITS.given))
  const remaining = Object.entries(contradictions).filter(([fact]) => Object.hasOwn(limited, fact))
  return { given: limited, contradictions: Object.fromEntries(remaining) }
}

/** Returns the record after a stored run. Cards of other decks are omitted. */
export const afterRun = (
  deck: Deck,
  before: RoleRecord | undefined,
  run: Omit<InscribedRun, 'failed'> & Pick<RoleRecord, 'bindings'>,
  perRun: number = OWN_CARDS_PER_RUN,
): RoleRecord => {
  const record = before ?? NO_RECORD
  const { hash, at, intention, facts, bindings } = run
  const ids = new Set(deck.cards.map(({ id }) => id))
  const cards = run.cards.filter((id) => ids.has(id))
  return {
    tick: record.tick + 1,
    discard: zonesAfter(zonesOf(deck, record), cards, perRun).discard,
    runs: [...record.runs, { hash, at, intention, cards }].slice(-MEMORY_LIMITS.insightRuns),
    ...(bindings && { bindings }),
    drawn: [...record.drawn, ...cards].slice(-LAST_DRAWN),
    failed: record.failed,
    reports: record.reports,
    ...limitFacts(factsAfter(record, run), facts),
    updatedAt: at,
  }
}

/**
 * Returns the record after a failed outcome that names cards. `hash` identifies the failed run; reporting it again
 * returns the same record. Failures do not change weights.
 */
export const afterFailure = (
  deck: Deck,
  record: RoleRecord,
  { hash, cards, at }: Pick<InscribedRun, 'hash' | 'cards' | 'at'>,
): RoleRecord => {
  const failed = new Map(Object.entries(record.failed))
  const newlyFailed = deck.cards.filter(({ id }) => cards.includes(id) && !failed.get(id)?.includes(hash))
  if (newlyFailed.length === 0) return record
  for (const { id } of newlyFailed) failed.set(id, [...(failed.get(id) ?? []), hash].slice(-MEMORY_LIMITS.failures))
  return { ...record, failed: Object.fromEntries(failed), reports: record.reports + 1, updatedAt: at }
}

export const memoryOfRecord = (deck: Deck, record: RoleRecord = NO_RECORD): RoleMemory => ({
  tick: record.tick,
  zones: {
    ...zonesOf(deck, record),
    metaInsight: insightsOf(deck, record.runs, record.failed),
    identity: identityOf(record),
  },
  contradictions: contradictionsOf(record),
})

/** Returns the part of the memory that affects a consultation: identity, the last three draws, and contradictions. */
export const consultMemory = (
  deck: Deck,
  record: RoleRecord = NO_RECORD,
): ReadingMemory & { readonly contradictions: readonly Contradiction[] } => ({
  tick: record.tick,
  identity: Object.fromEntries(identityOf(record).map(({ fact, value }) => [fact, value])),
  drawn: {
    [deck.name]: record.runs
      .slice(-3)
      .map(({ cards }) => cards)
      .toReversed(),
  },
  contradictions: contradictionsOf(record),
})

/** The response of `GET /agents/memory/:role` (spec platform-api 2.4). */
export interface MemoryReply {
  readonly role: Role
  /** False before the first stored run. */
  readonly exists: boolean
  readonly tick?: number
  readonly zones: RoleMemory['zones']
  readonly entropy: Entropy
  /** The newest first, at most 5. */
  readonly recentMemories?: readonly RecordedRun[]
  readonly updatedAt?: string
}

export type MemoryOutcome =
  | { readonly ok: true; readonly memory: MemoryReply }
  | {
      readonly ok: false
      readonly refusal: { readonly status: 400; readonly code: 'unknown_role'; readonly roles: readonly Role[] }
    }

/** Returns the memory of a role. `deck` is the role's own deck. */
export const memoryReply = (role: string, deck: Deck, record: RoleRecord | undefined): MemoryOutcome => {
  if (!isRole(role))
    return { ok: false, refusal: { status: 400, code: 'unknown_role', roles: Object.keys(ROLES) as Role[] } }
  const memory = memoryOfRecord(deck, record)
  const { zones, tick } = memory
  const entropy = entropyOf(deck, memory, [{ cards: record?.drawn ?? [] }])
  if (record === undefined || tick === 0) return { ok: true, memory: { role, exists: false, zones, entropy } }
  const { runs, updatedAt } = record
  return {
    ok: true,
    memory: { role, exists: true, tick, zones, entropy, recentMemories: recentMemories(runs), updatedAt },
  }
}
