import type { Deck } from '../decks/card.ts'
import { optionOf } from '../facts/fact-value.ts'
import { type FactQuestion, TRAITS } from '../facts/traits.ts'
import type { AskStatement, FactSource, FactStatement, Literal, Script } from '../script/syntax.ts'

/**
 * The kind of a name in a script and the line in which it is declared. It is visible below that line. Names that decks
 * or traits provide (`given`) are visible everywhere.
 */
export interface NameEntry {
  readonly kind: 'ask' | 'fact' | 'position' | 'deck' | 'given'
  readonly line: number
  /** Type of the value; absent if it is unknown. */
  readonly type?: Pick<FactQuestion, 'type' | 'options'>
}

export const typeOfAsk = ({ type, options }: AskStatement): Pick<FactQuestion, 'type' | 'options'> => ({
  type,
  ...(options && { options: options.map(({ value }) => optionOf(value)) }),
})

const typeOfLiterals = (literals: readonly Literal[]): Pick<FactQuestion, 'type' | 'options'> | undefined => {
  if (literals.every((value) => typeof value === 'boolean')) return { type: 'yes/no' }
  if (literals.every((value) => typeof value === 'number')) return { type: 'number' }
  if (literals.every((value) => typeof value === 'string')) return { type: 'one of', options: literals }
  return undefined
}

const typeOfFact = (source: FactSource): Pick<FactQuestion, 'type' | 'options'> | undefined => {
  if (source.kind === 'count') return { type: 'number' }
  if (source.kind === 'literal') return typeOfLiterals([source.literal.value])
  return typeOfLiterals([source.then.value, ...(source.else ? [source.else.value] : [])])
}

const factEntry = ({ name, source }: FactStatement): NameEntry => {
  const type = typeOfFact(source)
  return { kind: 'fact', line: name.line, ...(type && { type }) }
}

/** Questions of the decks, by name; the first deck that asks wins. */
export const deckAsks = (decks: readonly Deck[]): ReadonlyMap<string, FactQuestion> => {
  const asks = new Map<string, FactQuestion>()
  for (const { name, question, type, options } of decks.flatMap((deck) => deck.asks))
    if (!asks.has(name)) asks.set(name, { question, type, ...(options && { options: options.map(optionOf) }) })
  return asks
}

const cardFacts = (decks: readonly Deck[]): ReadonlyMap<string, NameEntry> => {
  const facts = new Map<string, NameEntry>()
  for (const { facts: cardFactValues = {} } of decks.flatMap(({ cards }) => cards))
    for (const [name, value] of Object.entries(cardFactValues)) {
      const type = typeof value === 'string' ? undefined : typeOfLiterals([value])
      if (!facts.has(name)) facts.set(name, { kind: 'given', line: 0, ...(type && { type }) })
    }
  return facts
}

export const givenNames = (decks: readonly Deck[]): ReadonlyMap<string, NameEntry> => {
  const given = new Map<string, NameEntry>(cardFacts(decks))
  for (const [name, type] of [...Object.entries(TRAITS), ...deckAsks(decks)])
    given.set(name, { kind: 'given', line: 0, type })
  return given
}

/** Returns the names that a script declares. Of two equal names the first counts; the parser reports the second. */
export const declaredNames = (
  script: Script,
  lineOfName: ReadonlyMap<string, number>,
): ReadonlyMap<string, NameEntry> => {
  const names = new Map<string, NameEntry>()
  const add = (name: string, entry: NameEntry) => {
    if (!names.has(name)) names.set(name, entry)
  }
  for (const { alias } of script.decks) add(alias.text, { kind: 'deck', line: alias.line })
  for (const ask of script.asks) add(ask.name.text, { kind: 'ask', line: ask.name.line, type: typeOfAsk(ask) })
  for (const { name } of script.positions) add(name.text, { kind: 'position', line: name.line })
  for (const fact of script.facts) add(fact.name.text, factEntry(fact))
  for (const [name, line] of lineOfName) add(name, { kind: 'fact', line })
  return names
}
