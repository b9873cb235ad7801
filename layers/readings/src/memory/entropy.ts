import { type Deck, ELEMENTS, type Element } from '../decks/card.ts'
import { indexOf } from '../decks/deck-index.ts'
import { evaluate } from '../facts/evaluate.ts'
import { exactLog } from '../text/exact-log.ts'
import { type InscribedRun, MEMORY_LIMITS, type RoleMemory } from './role-memory.ts'

export interface Entropy {
  readonly totalCards: number
  readonly elementCounts: Readonly<Record<Element, number>>
  /** -sum p log2 p of the elements, 0 to 2.585, three decimals. */
  readonly shannonDiversity: number
  /** Share of the deck that was drawn since the last shuffle. */
  readonly depletionRatio: number
  /** Share of the deck that can still be drawn: undrawn, and not excluded by the identity facts. */
  readonly transCapacity: number
}

/** Number of drawn cards, the newest, that `elementCounts` covers. */
export const LAST_DRAWN = 64

const roundToThousandths = (value: number): number => Math.round(value * 1_000) / 1_000

const share = (part: number, whole: number): number => (whole === 0 ? 0 : roundToThousandths(part / whole))

type DrawnCards = Pick<InscribedRun, 'cards'>

const countElements = (deck: Deck, runs: readonly DrawnCards[]): Record<Element, number> => {
  const counts: Record<Element, number> = { people: 0, process: 0, technology: 0, data: 0, money: 0, risk: 0 }
  const elements = new Map(deck.cards.map(({ id, element }) => [id, element]))
  const drawn = runs.flatMap(({ cards }) => cards.filter((id) => elements.has(id)))
  for (const id of drawn.slice(-LAST_DRAWN)) {
    const element = elements.get(id)
    if (element) counts[element] += 1
  }
  return counts
}

/** Uses `exactLog`, because the last bits of Math.log2 differ between engines. */
const diversityOf = (counts: Readonly<Record<Element, number>>): number => {
  const total = ELEMENTS.reduce((sum, element) => sum + counts[element], 0)
  const parts = ELEMENTS.map((element) => counts[element]).filter((count) => count > 0)
  return roundToThousandths(
    parts.reduce((sum, count) => sum + (count / total) * (exactLog(total / count) / Math.LN2), 0),
  )
}

/** Measures how varied and how depleted a role's deck is. */
export const entropyOf = (deck: Deck, memory: Pick<RoleMemory, 'zones'>, runs: readonly DrawnCards[]): Entropy => {
  const elementCounts = countElements(deck, runs)
  const identity = new Map(memory.zones.identity.map(({ fact, value }) => [fact, value]))
  const undrawnIds = new Set(memory.zones.deck)
  const drawableCards = indexOf(deck).cards.filter(
    ({ card, when }) =>
      undrawnIds.has(card.id) && (when === undefined || evaluate(when, (name) => identity.get(name)) !== false),
  )
  const totalCards = deck.cards.length
  return {
    totalCards,
    elementCounts,
    shannonDiversity: diversityOf(elementCounts),
    depletionRatio: share(new Set(memory.zones.discard).size, totalCards),
    transCapacity: share(drawableCards.length, totalCards),
  }
}

export const recentMemories = (
  runs: readonly Pick<InscribedRun, 'hash' | 'at' | 'intention' | 'cards'>[],
): readonly Pick<InscribedRun, 'hash' | 'at' | 'intention' | 'cards'>[] =>
  runs
    .slice(-MEMORY_LIMITS.recent)
    .toReversed()
    .map(({ hash, at, intention, cards }) => ({ hash, at, intention, cards }))
