import type { Dealer } from '../draw/draw-cards.ts'
import { byId } from '../draw/pick.ts'
import type { CardWeigher, ReadingDeck } from '../draw/weigh-cards.ts'
import type { DeckCoverage, ReadingCard } from '../record/reading.ts'

const idsOf = (cards: readonly { readonly id: string }[]): readonly string[] => cards.toSorted(byId).map(({ id }) => id)

const coverageOf = (
  deck: ReadingDeck,
  weigher: CardWeigher,
  dealer: Dealer,
  cards: readonly ReadingCard[],
): DeckCoverage => {
  const weighed = weigher.weighAll(deck)
  const applicable = weighed.filter(({ applies }) => applies === true)
  const undecided = weighed.filter(({ applies }) => applies === undefined)
  return {
    applicable: applicable.length,
    drawn: cards.filter((card) => card.deck === deck.alias).length,
    undecided: undecided.length,
    ruled_out: weighed.length - applicable.length - undecided.length,
    remaining: idsOf(applicable.filter(({ id }) => !dealer.isTaken(deck, id))),
    undecided_ids: idsOf(undecided),
  }
}

/** Returns the coverage of each deck by alias, with applicable cards that were not drawn. */
export const coverageByDeck = (
  weigher: CardWeigher,
  dealer: Dealer,
  cards: readonly ReadingCard[],
): Readonly<Record<string, DeckCoverage>> =>
  Object.fromEntries(weigher.decks.map((deck) => [deck.alias, coverageOf(deck, weigher, dealer, cards)]))
