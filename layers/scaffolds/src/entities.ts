import { clausesOf, isVerb } from './intention/clauses.ts'
import {
  ADJECTIVES,
  COMPOUND_NOUNS,
  DETERMINERS,
  DROPPED_NOUNS,
  NON_ENTITY_WORDS,
  PHRASE_BREAKERS,
  PREPOSITIONS,
} from './intention/noun-words.ts'

const MAX_ENTITIES = 3
const LEADING_CLAUSES = 2
/** Weights of a mention of a noun in the score of an entity. */
const NOUN_WEIGHT = 2
const OBJECT_WEIGHT = 3
const MODIFIER_WEIGHT = 2
const LEADING_CLAUSE_BONUS = 1
/** Minimum score of an entity: the object of a leading clause, or two mentions, reach it. */
const MIN_SCORE = 4

const singular = (noun: string): string => {
  if (/^(?:cookie|movie|calorie|selfie|brownie|pie|tie)s$/.test(noun)) return noun.slice(0, -1)
  if (/[^aeiou]ies$/.test(noun) && noun.length > 4) return `${noun.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes|zes)$/.test(noun)) return noun.slice(0, -2)
  return noun.endsWith('s') && noun.length > 3 && !/(?:ss|us|is)$/.test(noun) ? noun.slice(0, -1) : noun
}

/** The word before a phrase. Nouns follow a verb, a determiner or a preposition. */
type Intro = 'determiner' | 'preposition' | 'verb' | 'list' | 'none'

/** A run of words that may name something. The words are in the singular. */
interface Phrase {
  readonly words: readonly string[]
  readonly intro: Intro
  /** Whether it follows a comma or "and". */
  readonly isListed: boolean
  readonly isPlural: boolean
  /** Whether a verb or a software noun precedes it: "pay the refund", "API for bookings". */
  readonly isObject: boolean
}

const isNounLike = (word: string, expectsNoun: boolean): boolean =>
  /^[a-z][a-z-]{2,}$/.test(word) && !(expectsNoun ? /ly$/ : /(?:ly|ing)$/).test(word)

type WordKind = 'list' | 'determiner' | 'preposition' | 'verb' | 'noun' | 'adjective' | 'other'

/** `expectsNoun`: a determiner or preposition precedes the word. `isInfinitive`: "to" precedes it. */
const kindOf = (token: string, expectsNoun: boolean, isInfinitive: boolean): WordKind => {
  if (token === ',' || token === 'and') return 'list'
  if (DETERMINERS.has(token) || /^\d+$/.test(token)) return 'determiner'
  if (PREPOSITIONS.has(token)) return 'preposition'
  if (PHRASE_BREAKERS.has(token)) return 'other'
  if (isVerb(token) && (!expectsNoun || isInfinitive)) return 'verb'
  if (ADJECTIVES.has(token)) return 'adjective'
  return isNounLike(singular(token), expectsNoun) ? 'noun' : 'other'
}

/**
 * Classifies a word by the words before it. In "a packing label", a bare verb after a singular determiner is a noun.
 * Proper names ("the Rhine") name one thing, so they are not entities.
 */
const kindInPhrase = (
  { words, intro, isPlural }: Phrase,
  written: string,
  kind: WordKind,
  position: number,
): WordKind => {
  const isBareVerb = kind === 'verb' && !written.endsWith('s') && !isPlural && intro === 'determiner'
  if (isBareVerb && words.length > 0 && !NON_ENTITY_WORDS.has(words.at(-1) ?? '')) return 'noun'
  const isProperName =
    position > 0 && /^\p{Lu}/u.test(written) && !NON_ENTITY_WORDS.has(singular(written.toLowerCase()))
  return kind === 'noun' && isProperName ? 'adjective' : kind
}

const phrasesOf = (clause: string): Phrase[] => {
  const phrases: Phrase[] = []
  let current = { words: [] as string[], intro: 'none' as Intro, isListed: false, isPlural: false, isObject: false }
  const startPhrase = (intro: Intro, isListed: boolean): void => {
    const endsWithSoftwareNoun = NON_ENTITY_WORDS.has(current.words.at(-1) ?? '')
    const continuesObject = current.words.length === 0 && intro === 'determiner' && current.isObject
    if (current.words.length > 0) phrases.push(current)
    const isObject = intro === 'verb' || continuesObject || (intro === 'preposition' && endsWithSoftwareNoun)
    current = { words: [], intro, isListed, isPlural: false, isObject }
  }
  // A verb after a number is a verb: "at 9 send the invoices".
  let followsNumber = false
  // A verb after "to" is a verb: "to manage loans".
  let followsTo = false
  for (const [position, written] of (clause.match(/[\p{L}\p{N}][\p{L}\p{N}-]*|,/gu) ?? []).entries()) {
    const token = written.toLowerCase()
    const isEmpty = current.words.length === 0
    const expectsNoun = isEmpty && !followsNumber && (current.intro === 'determiner' || current.intro === 'preposition')
    followsNumber = /^\d+$/.test(token)
    // The first word of a clause is its verb: "take" and "give" are breakers elsewhere.
    const kind =
      position === 0 && PHRASE_BREAKERS.has(token)
        ? 'verb'
        : kindInPhrase(current, written, kindOf(token, expectsNoun, followsTo), position)
    followsTo = token === 'to'
    if (kind === 'noun') {
      current.words.push(singular(token))
      current.isPlural = token !== singular(token)
    }
    if (kind === 'list') startPhrase('list', true)
    else if (kind === 'other') startPhrase('none', false)
    else if (kind !== 'adjective' && kind !== 'noun')
      startPhrase(kind, isEmpty && current.isListed && kind === 'determiner')
  }
  startPhrase('none', false)
  return phrases
}

interface NamedEntity {
  readonly head: string
  readonly name: string
  readonly modifier: string | undefined
}

/**
 * Returns the noun that a phrase names; undefined for words of software, units, protocols and the like. Without a
 * determiner, only a plural names things: "in silence" and "over Stripe" do not.
 */
const entityNamedBy = ({ words, intro, isPlural }: Phrase): NamedEntity | undefined => {
  if (intro === 'none' || (intro !== 'determiner' && !isPlural)) return undefined
  const [previous, last = ''] = words.length > 1 ? words.slice(-2) : [undefined, words[0]]
  const modifier = previous === undefined || NON_ENTITY_WORDS.has(previous) ? undefined : previous
  if (previous !== undefined && COMPOUND_NOUNS.has(last) && !NON_ENTITY_WORDS.has(previous)) {
    const name = `${previous} ${last}`
    return { head: name, name, modifier: undefined }
  }
  if (DROPPED_NOUNS.has(last))
    return modifier === undefined ? undefined : { head: modifier, name: modifier, modifier: undefined }
  if (NON_ENTITY_WORDS.has(last)) return undefined
  return { head: last, name: modifier === undefined ? last : `${modifier} ${last}`, modifier }
}

interface Candidate {
  score: number
  readonly position: number
  readonly clause: number
  readonly names: string[]
}

const candidatesOf = (clauses: readonly (readonly Phrase[])[]): Map<string, Candidate> => {
  const candidates = new Map<string, Candidate>()
  let position = 0
  const count = (head: string, name: string | undefined, clause: number, score: number): void => {
    position += 1
    const bonus = clause < LEADING_CLAUSES ? LEADING_CLAUSE_BONUS : 0
    const candidate = candidates.get(head) ?? { score: bonus, position, clause, names: [] }
    candidate.score += score
    if (name !== undefined) candidate.names.push(name)
    candidates.set(head, candidate)
  }
  for (const [clause, phrases] of clauses.entries()) {
    for (const phrase of phrases) {
      const entity = entityNamedBy(phrase)
      if (entity === undefined) continue
      count(entity.head, entity.name, clause, phrase.isObject ? OBJECT_WEIGHT : NOUN_WEIGHT)
      if (entity.modifier !== undefined) count(entity.modifier, undefined, clause, MODIFIER_WEIGHT)
    }
  }
  return candidates
}

/** Returns the longest name of a noun if all longer names agree, else the noun. */
const nameOf = (head: string, { names }: Candidate): string => {
  const full = new Set(names.filter((name) => name !== head))
  const [fullName] = full
  return full.size === 1 && fullName !== undefined ? fullName : head
}

/** Returns the nouns listed with the first: "suppliers and their contracts". */
const listedWith = (head: string, phrases: readonly Phrase[]): string[] => {
  const headIndex = phrases.findIndex((phrase) => entityNamedBy(phrase)?.head === head)
  return phrases.slice(headIndex + 1).flatMap((phrase) => (phrase.isListed ? (entityNamedBy(phrase)?.name ?? []) : []))
}

/**
 * Returns the subject of an intention: the noun with the highest score, the earlier one on a tie, then the nouns that
 * its clause lists with it; at most three. Words of software, units, protocols, places and vendors are excluded. Empty
 * when no noun is certain.
 */
export const entitiesOf = (intention: string): readonly string[] => {
  const clauses = clausesOf(intention).map(phrasesOf)
  const ranked = [...candidatesOf(clauses)].toSorted(([, a], [, b]) => b.score - a.score || a.position - b.position)
  const [first] = ranked
  if (first === undefined || first[1].score < MIN_SCORE) return []
  const [head, candidate] = first
  const name = nameOf(head, candidate)
  return [...new Set([name, ...listedWith(head, clauses[candidate.clause] ?? [])])].slice(0, MAX_ENTITIES)
}
