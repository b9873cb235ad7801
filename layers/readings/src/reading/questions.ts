import { lineOf } from '../check/check-conditions.ts'
import { type Dealer, matchesWhere } from '../draw/draw-cards.ts'
import { byWeight, type CardWeigher } from '../draw/weigh-cards.ts'
import { undecidedNames } from '../facts/evaluate.ts'
import type { ReadingQuestion } from '../record/reading.ts'
import { SCRIPT_LIMITS } from '../script/script-limits.ts'
import type { Condition, PositionStatement, Script } from '../script/syntax.ts'
import type { Facts } from '../subject/resolve-facts.ts'

export interface QuestionsInput {
  readonly script: Script
  readonly facts: Facts
  readonly weigher: CardWeigher
  readonly dealer: Dealer
  readonly openPositions: readonly PositionStatement[]
  readonly skippedPositions: readonly PositionStatement[]
}

/**
 * Returns the facts to ask about for the unknown names of a condition. A fact of the script resolves to the facts in
 * its condition.
 */
const askable = (condition: Condition, facts: Facts, line: number): readonly string[] =>
  undecidedNames(condition, facts.lookupAt(line)).flatMap((name) => {
    const declared = facts.sourceOf(name, line)
    if (declared === undefined) return facts.questionOf(name) ? [name] : []
    return declared.source.kind === 'if' ? askable(declared.source.condition, facts, declared.line) : []
  })

/** Returns the maximum weight of the cards that an undecided position could draw. */
const weightOfOpen = (position: PositionStatement, { weigher, dealer }: QuestionsInput): number =>
  position.draws.reduce((sum, statement) => {
    const deck = weigher.decks.find(({ alias }) => alias === statement.deck.text)
    if (!deck) return sum
    const cards = dealer.candidates({ position: position.name.text, statement, deck }).toSorted(byWeight)
    const count = statement.count === 'all' ? SCRIPT_LIMITS.draw : statement.count
    return sum + cards.slice(0, count).reduce((weight, card) => weight + card.weight, 0)
  }, 0)

/** Returns by fact the total weight of the positions and cards that depend on it. */
const decidedWeights = (input: QuestionsInput): ReadonlyMap<string, number> => {
  const { script, facts, weigher, openPositions, skippedPositions } = input
  const weights = new Map<string, number>()
  const add = (names: Iterable<string>, weight: number) => {
    for (const name of new Set(names)) weights.set(name, (weights.get(name) ?? 0) + weight)
  }
  for (const position of openPositions)
    if (position.when) add(askable(position.when, facts, lineOf(position.when)), weightOfOpen(position, input))
  const draws = script.positions.filter((it) => !skippedPositions.includes(it)).flatMap((it) => it.draws)
  for (const deck of weigher.decks) {
    const deckDraws = draws.filter((statement) => statement.deck.text === deck.alias)
    for (const { indexed, applies, weight } of weigher.weighAll(deck)) {
      if (applies !== undefined || indexed.when === undefined) continue
      const names = undecidedNames(indexed.when, facts.lookupOfCards).filter((name) => facts.questionOf(name))
      // A card that no draw can select has weight 0, but its facts are still unknown.
      add(names, deckDraws.some(({ where }) => matchesWhere(where, indexed.card)) ? weight : 0)
    }
  }
  return weights
}

/**
 * Returns questions for the unknown facts of asks, undecided positions and undecided cards, the most decisive first.
 */
export const questionsOf = (input: QuestionsInput): readonly ReadingQuestion[] => {
  const { script, facts } = input
  const weights = decidedWeights(input)
  // Line 0 is above all facts of the script, so the lookup excludes them.
  const lookup = facts.lookupAt(0)
  const unansweredAsks = script.asks.map(({ name }) => name.text).filter((name) => lookup(name) === undefined)
  const otherFacts = [...weights.keys()].filter((name) => !unansweredAsks.includes(name)).toSorted()
  return [...unansweredAsks, ...otherFacts]
    .flatMap((fact) => {
      const factQuestion = facts.questionOf(fact)
      if (!factQuestion) return []
      const { question: ask, type, options } = factQuestion
      return [{ fact, ask, type, ...(options && { options }), decides: weights.get(fact) ?? 0 }]
    })
    .toSorted((a, b) => b.decides - a.decides)
}

/** Returns the total weight of the cards that are not ruled out and that a draw could select. */
export const stakesOf = ({ script, weigher, skippedPositions }: QuestionsInput): number => {
  const draws = script.positions.filter((it) => !skippedPositions.includes(it)).flatMap((it) => it.draws)
  return weigher.decks.reduce((sum, deck) => {
    const deckDraws = draws.filter((statement) => statement.deck.text === deck.alias)
    const cards = weigher
      .weighAll(deck)
      .filter(
        ({ applies, indexed }) => applies !== false && deckDraws.some(({ where }) => matchesWhere(where, indexed.card)),
      )
    return sum + cards.reduce((weight, card) => weight + card.weight, 0)
  }, 0)
}
