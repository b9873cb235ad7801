/** What stands before a noun: an article, or how many. */
const BEFORE =
  /\b(?:a|an|the|each|every|all|our|their|my|your|its|new|incoming|many|some|several|\d+)\s+(?=([a-z][a-z -]{1,60}))/gi

/** Words that end a noun with what describes it. */
const AFTER = new Set(
  `and or of to for from with when where which that who in on at by as is are was be so if then into per than via while it they we
  you i not can may must should will has have had does do after before`.split(/\s+/),
)

/** Nouns that name the shape of software, not what it is about, and words that are no nouns. */
const NO_ENTITIES = new Set(
  `api service app application system tool website site page server endpoint webhook webhooks queue job jobs worker pipeline gateway
  proxy cli command program bot agent workflow process platform backend frontend database table bucket day week month year hour
  minute time night morning way place list set number kind part one thing things data file files message messages event events
  user users request requests response nightly daily monthly weekly`.split(/\s+/),
)

const ENTITIES = 3
const WORDS = 3

const singular = (noun: string): string => {
  if (noun.endsWith('ies') && noun.length > 4) return `${noun.slice(0, -3)}y`
  return noun.endsWith('s') && noun.length > 3 && !/(?:ss|us|is)$/.test(noun) ? noun.slice(0, -1) : noun
}

const nounOf = (phrase: string): string | undefined => {
  const words = phrase.toLowerCase().split(/[\s-]+/)
  const end = words.findIndex((word) => AFTER.has(word))
  const noun = words.slice(0, end === -1 ? WORDS : Math.min(end, WORDS)).at(-1)
  return noun === undefined || noun.length < 3 || NO_ENTITIES.has(noun) ? undefined : singular(noun)
}

/**
 * What an intention is about: nouns behind an article or a quantity, at most three, in their order. None of them is a word
 * for the shape of software.
 */
export const entitiesOf = (intention: string): readonly string[] => {
  const nouns = [...intention.matchAll(BEFORE)].flatMap(([, phrase = '']) => nounOf(phrase) ?? [])
  return [...new Set(nouns)].slice(0, ENTITIES)
}
