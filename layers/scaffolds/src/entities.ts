import { clausesOf, isVerb } from './intention/clauses.ts'
import {
  ABOUT_A_NOUN,
  ADJECTIVES,
  BREAKERS,
  DETERMINERS,
  NO_ENTITIES,
  PREPOSITIONS,
  WITH_A_WORD_BEFORE,
} from './intention/noun-words.ts'

const ENTITIES = 3
const LEADING_CLAUSES = 2
/** Weights: a noun, the object of a clause, a modifier, and a bonus for a leading clause. */
const HEAD = 2
const OBJECT = 3
const MODIFIER = 2
const LEADING = 1
/** Minimum score of an entity: the object of a leading clause, or two mentions, reach it. */
const CERTAIN = 4

const singular = (noun: string): string => {
  if (/^(?:cookie|movie|calorie|selfie|brownie|pie|tie)s$/.test(noun)) return noun.slice(0, -1)
  if (/[^aeiou]ies$/.test(noun) && noun.length > 4) return `${noun.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes|zes)$/.test(noun)) return noun.slice(0, -2)
  return noun.endsWith('s') && noun.length > 3 && !/(?:ss|us|is)$/.test(noun) ? noun.slice(0, -1) : noun
}

/** The kind of word before a phrase. Nouns follow a verb, a determiner or a preposition. */
type Intro = 'determiner' | 'preposition' | 'verb' | 'list' | 'none'

/** A run of words that may name something. The words are in the singular. */
interface Phrase {
  readonly words: readonly string[]
  readonly intro: Intro
  readonly isListed: boolean
  readonly isPlural: boolean
  /** Whether a verb or a software noun precedes it: "pay the refund", "API for bookings". */
  readonly isObject: boolean
}

const isNounLike = (word: string, isOpen: boolean): boolean =>
  /^[a-z][a-z-]{2,}$/.test(word) && !(isOpen ? /ly$/ : /(?:ly|ing)$/).test(word)

type Kind = 'list' | 'determiner' | 'preposition' | 'verb' | 'noun' | 'adjective' | 'other'

const kindOf = (token: string, isOpen: boolean, isInfinitive: boolean): Kind => {
  if (token === ',' || token === 'and') return 'list'
  if (DETERMINERS.has(token) || /^\d+$/.test(token)) return 'determiner'
  if (PREPOSITIONS.has(token)) return 'preposition'
  if (BREAKERS.has(token)) return 'other'
  if (isVerb(token) && (!isOpen || isInfinitive)) return 'verb'
  if (ADJECTIVES.has(token)) return 'adjective'
  return isNounLike(singular(token), isOpen) ? 'noun' : 'other'
}

/**
 * Classifies a word by the words before it. In "a packing label", a bare verb after a singular determiner is a noun.
 * Proper names ("the Rhine") name one thing, so they are not entities.
 */
const kindIn = ({ words, intro, isPlural }: Phrase, written: string, kind: Kind, at: number): Kind => {
  const isBare = kind === 'verb' && !written.endsWith('s') && !isPlural && intro === 'determiner'
  if (isBare && words.length > 0 && !NO_ENTITIES.has(words.at(-1) ?? '')) return 'noun'
  const isName = at > 0 && /^\p{Lu}/u.test(written) && !NO_ENTITIES.has(singular(written.toLowerCase()))
  return kind === 'noun' && isName ? 'adjective' : kind
}

const phrasesOf = (clause: string): Phrase[] => {
  const phrases: Phrase[] = []
  let current = { words: [] as string[], intro: 'none' as Intro, isListed: false, isPlural: false, isObject: false }
  const begin = (intro: Intro, isListed: boolean): void => {
    const isShape = NO_ENTITIES.has(current.words.at(-1) ?? '')
    const goesOn = current.words.length === 0 && intro === 'determiner' && current.isObject
    if (current.words.length > 0) phrases.push(current)
    const isObject = intro === 'verb' || goesOn || (intro === 'preposition' && isShape)
    current = { words: [], intro, isListed, isPlural: false, isObject }
  }
  // A verb after a number is a verb: "at 9 send the invoices".
  let isCount = false
  // A verb after "to" is a verb: "to manage loans".
  let isInfinitive = false
  for (const [at, written] of (clause.match(/[\p{L}\p{N}][\p{L}\p{N}-]*|,/gu) ?? []).entries()) {
    const token = written.toLowerCase()
    const isEmpty = current.words.length === 0
    const isOpen = isEmpty && !isCount && (current.intro === 'determiner' || current.intro === 'preposition')
    isCount = /^\d+$/.test(token)
    // The first word of a clause is its verb: "take" and "give" are breakers elsewhere.
    const kind =
      at === 0 && BREAKERS.has(token) ? 'verb' : kindIn(current, written, kindOf(token, isOpen, isInfinitive), at)
    isInfinitive = token === 'to'
    if (kind === 'noun') {
      current.words.push(singular(token))
      current.isPlural = token !== singular(token)
    }
    if (kind === 'list') begin('list', true)
    else if (kind === 'other') begin('none', false)
    else if (kind !== 'adjective' && kind !== 'noun') begin(kind, isEmpty && current.isListed && kind === 'determiner')
  }
  begin('none', false)
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
  const [before, last = ''] = words.length > 1 ? words.slice(-2) : [undefined, words[0]]
  const modifier = before === undefined || NO_ENTITIES.has(before) ? undefined : before
  if (before !== undefined && WITH_A_WORD_BEFORE.has(last) && !NO_ENTITIES.has(before)) {
    const name = `${before} ${last}`
    return { head: name, name, modifier: undefined }
  }
  if (ABOUT_A_NOUN.has(last))
    return modifier === undefined ? undefined : { head: modifier, name: modifier, modifier: undefined }
  if (NO_ENTITIES.has(last)) return undefined
  return { head: last, name: modifier === undefined ? last : `${modifier} ${last}`, modifier }
}

interface Candidate {
  score: number
  readonly at: number
  readonly clause: number
  readonly names: string[]
}

const candidatesOf = (clauses: readonly (readonly Phrase[])[]): Map<string, Candidate> => {
  const candidates = new Map<string, Candidate>()
  let at = 0
  const count = (head: string, name: string | undefined, clause: number, score: number): void => {
    at += 1
    const bonus = clause < LEADING_CLAUSES ? LEADING : 0
    const candidate = candidates.get(head) ?? { score: bonus, at, clause, names: [] }
    candidate.score += score
    if (name !== undefined) candidate.names.push(name)
    candidates.set(head, candidate)
  }
  for (const [clause, phrases] of clauses.entries()) {
    for (const phrase of phrases) {
      const entity = entityNamedBy(phrase)
      if (entity === undefined) continue
      count(entity.head, entity.name, clause, phrase.isObject ? OBJECT : HEAD)
      if (entity.modifier !== undefined) count(entity.modifier, undefined, clause, MODIFIER)
    }
  }
  return candidates
}

/** Returns the longest name of a noun if all longer names agree, else the noun. */
const nameOf = (head: string, { names }: Candidate): string => {
  const full = new Set(names.filter((name) => name !== head))
  const [only] = full
  return full.size === 1 && only !== undefined ? only : head
}

/** Returns the nouns listed with the first: "suppliers and their contracts". */
const listedWith = (head: string, phrases: readonly Phrase[]): string[] => {
  const from = phrases.findIndex((phrase) => entityNamedBy(phrase)?.head === head)
  return phrases.slice(from + 1).flatMap((phrase) => (phrase.isListed ? (entityNamedBy(phrase)?.name ?? []) : []))
}

/**
 * Returns the subject of an intention: the noun with the highest score, the earlier one on a tie, then the nouns that
 * its clause lists with it; at most three. Words of software, units, protocols, places and vendors are excluded. Empty
 * when no noun is certain.
 */
export const entitiesOf = (intention: string): readonly string[] => {
  const clauses = clausesOf(intention).map(phrasesOf)
  const ranked = [...candidatesOf(clauses)].toSorted(([, a], [, b]) => b.score - a.score || a.at - b.at)
  const [first] = ranked
  if (first === undefined || first[1].score < CERTAIN) return []
  const [head, candidate] = first
  const name = nameOf(head, candidate)
  return [...new Set([name, ...listedWith(head, clauses[candidate.clause] ?? [])])].slice(0, ENTITIES)
}
