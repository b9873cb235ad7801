import { allWordsOf, stemOf } from '../text/stems.ts'
import { TRAIT_DEFAULTS } from './trait-defaults.ts'
import { TRAIT_NAMES, type TraitName, type Traits } from './trait-names.ts'
import { DATA_CLASS_WORDS, TRAIT_WORDS, VENDORS } from './trait-words.ts'
import { termsOf } from './vocabulary.ts'

type Phrase = readonly string[]
type TraitPhrases = Readonly<Record<string, readonly Phrase[]>>

const phrasesOf = (words: Readonly<Record<string, string>>): TraitPhrases =>
  Object.fromEntries(Object.entries(words).map(([value, said]) => [value, termsOf(said, 1).map(({ stems }) => stems)]))

let phraseCache:
  | { readonly traits: Readonly<Record<string, TraitPhrases>>; readonly dataClasses: TraitPhrases }
  | undefined

const words = () => {
  phraseCache ??= {
    traits: Object.fromEntries(Object.entries(TRAIT_WORDS).map(([name, said]) => [name, phrasesOf(said)])),
    dataClasses: phrasesOf(DATA_CLASS_WORDS),
  }
  return phraseCache
}

const has = (stems: readonly string[], phrase: Phrase): boolean =>
  stems.some((_, at) => phrase.every((stem, offset) => stems[at + offset] === stem))

const valuesSaid = (stems: readonly string[], values: TraitPhrases): readonly string[] =>
  Object.entries(values)
    .filter(([, phrases]) => phrases.some((phrase) => has(stems, phrase)))
    .map(([value]) => value)

const dataClassesOf = (stems: readonly string[]): string => {
  const said = valuesSaid(stems, words().dataClasses)
  const classes = said.filter((value) => value !== 'none')
  if (classes.length > 0) return classes.join(',')
  return said.length > 0 ? 'none' : 'unknown'
}

const OF_PATTERN: ReadonlySet<TraitName> = new Set(['trigger', 'route_shape', 'bindings', 'default_routes'])

/**
 * Derives the traits of an intention from its words, then from its pattern. Trigger, bindings, routes and a route shape
 * other than `single` come from the pattern alone.
 */
export const traitsOf = (intention: string, pattern: string): Traits => {
  const spoken = allWordsOf(intention)
  const stems = spoken.map(stemOf)
  const defaults = TRAIT_DEFAULTS[pattern] ?? (TRAIT_DEFAULTS['http-api'] as (typeof TRAIT_DEFAULTS)[string])
  const byWords = (name: TraitName): string | undefined => valuesSaid(stems, words().traits[name] ?? {})[0]
  const traitOf = (name: TraitName): string => {
    if (name === 'data_classes') return dataClassesOf(stems)
    if (name === 'vendor') return VENDORS.find((vendor) => spoken.includes(vendor)) ?? 'none'
    const value = defaults[name]
    if (OF_PATTERN.has(name) && !(name === 'route_shape' && value === 'single')) return value
    return byWords(name) ?? value
  }
  return Object.fromEntries(TRAIT_NAMES.map((name) => [name, traitOf(name)])) as Record<TraitName, string>
}
