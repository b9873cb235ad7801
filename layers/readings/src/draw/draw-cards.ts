import { type Card, SEVERITIES } from '../decks/card.ts'
import { evaluate, type Lookup } from '../facts/evaluate.ts'
import type { TraceEntry } from '../record/reading.ts'
import { SCRIPT_LIMITS } from '../script/script-limits.ts'
import type { Condition, DrawStatement } from '../script/syntax.ts'
import { byId, pickOne } from './pick.ts'
import { byWeight, type CardWeigher, type ReadingDeck, type WeighedCard } from './weigh-cards.ts'

const RANKS = { severity: SEVERITIES }

const fieldsOf =
  (card: Card): Lookup =>
  (name) => {
    switch (name) {
      case 'must':
        return card.must ?? false
      case 'id':
      case 'element':
      case 'severity':
      case 'tags':
      case 'stride':
      case 'phase':
        return card[name]
      default:
        return undefined
    }
  }

/**
 * Returns true if a card satisfies `where`. A field that the card does not have is unknown, so a test of it is not
 * true.
 */
export const matchesWhere = (where: Condition | undefined, card: Card): boolean =>
  where === undefined || evaluate(where, fieldsOf(card), RANKS) === true

export interface DrawnCard extends WeighedCard {
  readonly deck: ReadingDeck
}

export interface Draw {
  readonly position: string
  readonly statement: DrawStatement
  readonly deck: ReadingDeck
}

export interface DrawResult {
  readonly drawnCards: readonly DrawnCard[]
  /** IDs of `must` cards that did not fit into the draw. */
  readonly undrawnMustIds: readonly string[]
}

export class Dealer {
  readonly trace: TraceEntry[] = []
  readonly #weigher: CardWeigher
  readonly #seed: number
  readonly #taken = new Set<string>()
  /** Number of seeded picks per position, over all its draws. */
  readonly #picks = new Map<string, number>()

  constructor(weigher: CardWeigher, seed: number) {
    this.#weigher = weigher
    this.#seed = seed
  }

  isTaken({ index }: ReadingDeck, id: string): boolean {
    return this.#taken.has(`${index.deck.name}/${id}`)
  }

  candidates({ statement, deck }: Draw): readonly WeighedCard[] {
    return deck.index.cards.flatMap((indexed) => {
      if (this.isTaken(deck, indexed.card.id) || !matchesWhere(statement.where, indexed.card)) return []
      const weighed = this.#weigher.weigh(indexed, deck.index)
      return weighed.applies === false ? [] : [weighed]
    })
  }

  draw(draw: Draw): DrawResult {
    const { count, isTop } = draw.statement
    const requested = count === 'all' ? SCRIPT_LIMITS.draw : count
    const candidates = this.candidates(draw)
    const mustCards = candidates
      .filter(({ applies, indexed }) => indexed.card.must && applies === true)
      .toSorted(byWeight)
    const otherCards = candidates.filter((card) => !mustCards.includes(card))
    const drawnMust = this.#take(draw, mustCards, requested)
    const remaining = requested - drawnMust.length
    const drawnOthers =
      isTop || count === 'all'
        ? this.#take(draw, otherCards.toSorted(byWeight), remaining)
        : this.#pick(draw, otherCards, remaining)
    const undrawnMustIds = mustCards.slice(drawnMust.length).map(({ id }) => id)
    return {
      drawnCards: [...drawnMust, ...drawnOthers].map((card) => ({ ...card, deck: draw.deck })),
      undrawnMustIds,
    }
  }

  /** Takes the first cards in the given order, without a random number. */
  #take(draw: Draw, cards: readonly WeighedCard[], remaining: number): readonly WeighedCard[] {
    return cards.slice(0, remaining).map((card, at) => {
      this.#record(draw, card, { candidates: cards.slice(at).toSorted(byId), index: null, block: null })
      return card
    })
  }

  /** Picks cards at random by weight. */
  #pick(draw: Draw, cards: readonly WeighedCard[], remaining: number): readonly WeighedCard[] {
    const domain = `${draw.position}/${draw.deck.alias}`
    const drawnCards: WeighedCard[] = []
    let remainingCards = cards
    while (drawnCards.length < remaining && remainingCards.length > 0) {
      const index = this.#picks.get(draw.position) ?? 0
      const { picked, candidates, block } = pickOne(remainingCards, { seed: this.#seed, domain, index })
      this.#picks.set(draw.position, index + 1)
      this.#record(draw, picked, { candidates, index, block })
      drawnCards.push(picked)
      remainingCards = remainingCards.filter((card) => card !== picked)
    }
    return drawnCards
  }

  #record(
    { position, deck }: Draw,
    { id }: WeighedCard,
    { candidates, index, block }: Pick<TraceEntry, 'index' | 'block'> & { readonly candidates: readonly WeighedCard[] },
  ): void {
    this.#taken.add(`${deck.index.deck.name}/${id}`)
    this.trace.push({
      position,
      index,
      block,
      pick: id,
      candidates: candidates.map(({ id: candidate, weight }) => ({ id: candidate, weight })),
    })
  }
}
