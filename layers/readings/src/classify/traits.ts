import { allWordsOf, stemOf } from '../text/stems.ts'
import { TRAIT_DEFAULTS } from './trait-defaults.ts'
import { TRAIT_NAMES, type TraitName, type Traits } from './trait-names.ts'
import { DATA_CLASS_WORDS, TRAIT_WORDS, VENDORS } from './trait-words.ts'
import { termsOf } from './vocabulary.ts'

type Phrase = readonly string[]
type TraitPhrases = Readonly<Record<string, readonly Phrase[]>>

const phrasesOf = (words: Readonly<Record<string, string>>): TraitPhrases =>
  Object.fromEntries(
    Object.entries(words).map(([value, phrases]) => [value, termsOf(phrases, 1).map(({ stems }) => stems)]),
  )

let phraseCache:
  | { readonly traits: Readonly<Record<string, TraitPhrases>>; readonly dataClasses: TraitPhrases }
  | undefined

const phraseLists = () => {
  phraseCache ??= {
    traits: Object.fromEntries(Object.entries(TRAIT_WORDS).map(([name, phraseText]) => [name, phrasesOf(phraseText)])),
    dataClasses: phrasesOf(DATA_CLASS_WORDS),
  }
  return phraseCache
}

const containsPhrase = (stems: readonly string[], phrase: Phrase): boolean =>
  stems.some((_, at) => phrase.every((stem, offset) => stems[at + offset] === stem))

const matchingValues = (stems: readonly string[], values: TraitPhrases): readonly string[] =>
  Object.entries(values)
    .filter(([, phrases]) => phrases.some((phrase) => containsPhrase(stems, phrase)))
    .map(([value]) => value)

const dataClassesOf = (stems: readonly string[]): string => {
  const matches = matchingValues(stems, phraseLists().dataClasses)
  const classes = matches.filter((value) => value !== 'none')
  if (classes.length > 0) return classes.join(',')
  return matches.length > 0 ? 'none' : 'unknown'
}

const PATTERN_TRAITS: ReadonlySet<TraitName> = new Set(['trigger', 'route_shape', 'bindings', 'default_routes'])

/**
 * Derives the traits of an intention from its words, then from its pattern. Trigger, bindings, routes and a route shape
 * other than `single` come from the pattern alone.
 */
export const traitsOf = (intention: string, pattern: string): Traits => {
  const words = allWordsOf(intention)
  const stems = words.map(stemOf)
  const defaults = TRAIT_DEFAULTS[pattern] ?? (TRAIT_DEFAULTS['http-api'] as (typeof TRAIT_DEFAULTS)[string])
  const valueByWords = (name: TraitName): string | undefined =>
    matchingValues(stems, phraseLists().traits[name] ?? {})[0]
  const traitOf = (name: TraitName): string => {
    if (name === 'data_classes') return dataClassesOf(stems)
    if (name === 'vendor') return VENDORS.find((vendor) => words.includes(vendor)) ?? 'none'
    const value = defaults[name]
    if (PATTERN_TRAITS.has(name) && !(name === 'route_shape' && value === 'single')) return value
    return valueByWords(name) ?? value
  }
  return Object.fromEntries(TRAIT_NAMES.map((name) => [name, traitOf(name)])) as Record<TraitName, string>
}
