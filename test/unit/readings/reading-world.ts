import {
  type Card,
  type Deck,
  type ReadingInputs,
  type ReadingOutcome,
  type ReadingRefusal,
  runReading,
  type ShelfDeck,
} from '@signet/readings'

export const card = (id: string, members: Partial<Card> = {}): Card => ({
  id,
  title: `Title of ${id}`,
  element: 'data',
  severity: 'medium',
  tells: [],
  question: `What of ${id}?`,
  why: `Because of ${id}.`,
  not_when: 'never at all',
  refs: [],
  advice: [{ do: `Do ${id}`, owner: 'team', done_when: `${id} is done` }],
  check: { test: `test ${id}`, level: 'unit' },
  evidence: ['a record'],
  ...members,
})

export const deckOf = (cards: readonly Card[], members: Partial<Deck> = {}): Deck => ({
  name: 'small',
  version: '1.0.0',
  title: 'Small',
  description: 'A deck of a test.',
  license: 'Apache-2.0',
  asks: [],
  cards,
  changes: [],
  ...members,
})

export const shelfOf = (...decks: readonly Deck[]): readonly ShelfDeck[] =>
  decks.map((deck) => ({ slug: deck.name, deck }))

type Read = Extract<ReadingOutcome, { ok: true }>

export const readOf = (inputs: ReadingInputs, ...decks: readonly Deck[]): Read => {
  const outcome = runReading(inputs, shelfOf(...decks))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome
}

export const refusalOf = (inputs: ReadingInputs, ...decks: readonly Deck[]): ReadingRefusal | undefined => {
  const outcome = runReading(inputs, shelfOf(...decks))
  return outcome.ok ? undefined : outcome.refusal
}
