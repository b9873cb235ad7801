import { jsonSha256 } from '@signet/receipts/digest'
import { parseCondition } from '../script/parse-condition.ts'
import type { Condition } from '../script/syntax.ts'
import { stemsOf } from '../text/stems.ts'
import type { Card, Deck } from './card.ts'

export interface IndexedCard {
  readonly card: Card
  readonly when?: Condition
  /**
   * Weight of each stem by the field in which it occurs: 6 in `tells`, 4 in title and tags, 2 in the question, 1 in
   * `why`. The highest counts.
   */
  readonly fields: ReadonlyMap<string, number>
}

export interface DeckIndex {
  readonly deck: Deck
  readonly sha256: string
  readonly cards: readonly IndexedCard[]
  /** Rarity of each stem: the bit length of floor(cards / cards with the stem), at most 6. */
  readonly idf: ReadonlyMap<string, number>
}

export class DeckInvalidError extends TypeError {
  constructor(deck: string, card: string, why: string) {
    super(`Card ${card} of deck ${deck}: ${why}`)
    this.name = 'DeckInvalidError'
  }
}

const fieldsOf = ({ tells, title, tags = [], question, why }: Card): ReadonlyMap<string, number> => {
  const fields = new Map<string, number>()
  const texts: readonly (readonly [weight: number, texts: readonly string[]])[] = [
    [6, tells],
    [4, [title, ...tags]],
    [2, [question]],
    [1, [why]],
  ]
  for (const [weight, parts] of texts)
    for (const part of parts) for (const stem of stemsOf(part)) if (!fields.has(stem)) fields.set(stem, weight)
  return fields
}

const indexedCard = (card: Card, deck: Deck): IndexedCard => {
  const fields = fieldsOf(card)
  if (card.when === undefined) return { card, fields }
  const parsed = parseCondition(card.when)
  if (!parsed.ok) throw new DeckInvalidError(deck.name, card.id, parsed.error.message)
  return { card, fields, when: parsed.condition }
}

const bitLength = (value: number): number => 32 - Math.clz32(value)

const IDF_MAX = 6

const idfOf = (cards: readonly IndexedCard[]): ReadonlyMap<string, number> => {
  const frequency = new Map<string, number>()
  for (const { fields } of cards) for (const stem of fields.keys()) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
  return new Map(
    [...frequency].map(([stem, df]) => [stem, Math.min(IDF_MAX, bitLength(Math.floor(cards.length / df)))]),
  )
}

const indexByDeck = new WeakMap<Deck, DeckIndex>()

/** Returns the SHA-256 of a deck's canonical JSON, which identifies its version permanently. */
export const deckSha256 = (deck: Deck): string => jsonSha256(deck)

/**
 * Returns the index of a deck, computed once per object.
 * @throws DeckInvalidError for a condition that does not parse.
 */
export const indexOf = (deck: Deck): DeckIndex => {
  const cached = indexByDeck.get(deck)
  if (cached) return cached
  const cards = deck.cards.map((card) => indexedCard(card, deck))
  const index = { deck, cards, idf: idfOf(cards), sha256: deckSha256(deck) }
  indexByDeck.set(deck, index)
  return index
}
