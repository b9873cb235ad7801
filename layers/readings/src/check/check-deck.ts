import { canonicalJson } from '@signet/receipts/digest'
import { DECK_BYTES, type Deck } from '../decks/card.ts'
import { type FactQuestion, TRAITS } from '../facts/traits.ts'
import { parseCondition } from '../script/parse-condition.ts'
import { didYouMean } from '../script/script-errors.ts'
import { utf8Length } from '../script/utf8-length.ts'
import { leafConditionsIn, leafProblems } from './check-conditions.ts'
import { deckAsks } from './name-space.ts'

export interface DeckProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const questionsOf = (deck: Deck): ReadonlyMap<string, FactQuestion> =>
  new Map([...Object.entries(TRAITS), ...deckAsks([deck])])

const whenProblems = (when: string, questions: ReadonlyMap<string, FactQuestion>): readonly string[] => {
  const parsed = parseCondition(when)
  if (!parsed.ok) return [parsed.error.message]
  return leafConditionsIn(parsed.condition).flatMap((test) => {
    const type = questions.get(test.ref.text)
    if (type) return leafProblems(test, type).map(({ message }) => message)
    const hint = didYouMean(test.ref.text, [...questions.keys()])
    return [`"${test.ref.text}" is neither a trait nor an ask of the deck${hint ? `; ${hint}` : ''}`]
  })
}

const duplicateProblems = (names: readonly string[], path: string, member: string): readonly DeckProblem[] =>
  names.flatMap((name, at) =>
    names.indexOf(name) < at ? [{ path: [path, at, member], message: `"${name}" is not unique` }] : [],
  )

/**
 * Checks what the deck schema cannot express: unique ids and asks, conditions that parse and use only traits and the
 * deck's asks with valid values, and a size of at most 256 KiB.
 */
export const deckProblems = (deck: Deck): readonly DeckProblem[] => {
  const questions = questionsOf(deck)
  const bytes = utf8Length(canonicalJson(deck))
  return [
    ...(bytes > DECK_BYTES ? [{ path: [], message: `has ${bytes} bytes, at most ${DECK_BYTES} are allowed` }] : []),
    ...duplicateProblems(
      deck.cards.map(({ id }) => id),
      'cards',
      'id',
    ),
    ...duplicateProblems(
      deck.asks.map(({ name }) => name),
      'asks',
      'name',
    ),
    ...deck.cards.flatMap(({ when }, at) =>
      when === undefined
        ? []
        : whenProblems(when, questions).map((message) => ({ path: ['cards', at, 'when'], message })),
    ),
  ]
}
