import type { PatternId } from '../pattern-ids.ts'
import { absentNames, absentWordings, capitalizedWords } from './absent.ts'
import { compareBounds } from './bounds.ts'
import type { DesignContent } from './design-content.ts'
import { PATTERN_WORDINGS } from './pattern-wordings.ts'
import { PART_WORDINGS, type WordingsByRequirement } from './wordings.ts'

/**
 * Words of a pattern's domain in addition to its entities. They count as accounted for, but are not evidence that a
 * clause is built.
 */
const DOMAIN_WORDS: Readonly<Partial<Record<PatternId, readonly string[]>>> = {
  'webhook-receiver': ['events?', 'notifications?', 'deliver(?:y|ies)', 'updates?'],
  'queue-consumer': ['queues?', 'messages?', 'tasks?', 'jobs?', 'work'],
  'stream-processor': ['streams?', 'readings?', 'events?', 'records?'],
  'file-pipeline': ['files?', '(?:to|into|in) (?:a|the|our|an s3) (?:bucket|folder)', 'buckets?', 'lines?', 'rows?'],
  'auth-gateway': ['routes?', 'scopes?'],
  'edge-proxy': ['requests?', 'paths?', 'origin', 'services? behind'],
  'mcp-server': ['(?:ai )?(?:agents?|assistants?|clients?|models?)', 'tools?', 'catalog(?:ue)?s?'],
  'rag-service': ['questions?', 'documents?', 'answers?'],
  'agent-worker': ['runs?', 'goals?'],
  'static-site-api': ['files?'],
  'cli-tool': ['files?', 'lines?'],
  'event-fanout': ['events?', 'subscribers?', 'services?'],
  'data-sync': ['(?:both )?(?:sides|systems)', 'between'],
  'realtime-hub': ['rooms?', 'messages?', 'connected'],
  workflow: ['flows?', 'steps?', 'requests?'],
}

/** Words that end the name of an owner. */
const NON_OWNER_WORDS = '(?:and|or|to|for|with|in|from|of|between|that|who|which|is|are|on|by|at)'
const WORD = String.raw`(?!${NON_OWNER_WORDS}\b)[\p{L}-]+`
/** Phrases that name an owner and request nothing: "of our bike shop". */
const OWNER_PHRASES = [`(?:of|in|at) (?:our|my|a small) ${WORD}(?: ${WORD}){0,3}`]

/** Words that request nothing, which are not reported as unmatched. */
const FILLER_WORDS = new Set(
  `a an the of for to in on at from by with over via into about and or that which who it its is are be was were has have had we our
  us i my your you they them their this these those as so then there will shall should must may can could would want wants need
  needs please make makes build builds let lets get gets service services app application system each every all any some new
  small simple own one someone something also per who when where if`.split(/\s+/),
)

const LEADING_LIMIT_WORDS =
  /^(?:(?:may|must|can|takes?|has|have|uses?|at most|no more than|up to|a maximum of|max(?:imum)?) )+/i

/** A prohibition. "Accounts which no one uses" is a description, not a prohibition. */
const PROHIBITION =
  /(?<!\b(?:which|that|who|if|when|where)\s+)(?<![\p{L}\p{N}])(?:not|never|no|none|nobody|nothing|without|cannot|don['’]t|doesn['’]t|mustn['’]t)(?![\p{L}\p{N}])/iu

/** How a clause of an intention compares with a project. The words are quotes from the clause. */
export interface ClauseMatch {
  /** Keys of the requirements that meet the clause. */
  readonly keys: readonly string[]
  readonly matched: readonly string[]
  /** Words that were not recognized. */
  readonly unmatched: readonly string[]
  /** Features that the project certainly lacks. */
  readonly missing: readonly string[]
  /** Limits that the code has with another number. */
  readonly different: readonly string[]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const wholeWords = (wording: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${wording})(?![\\p{L}\\p{N}])`, 'giu')

const wordingsOf = (
  pattern: PatternId,
  { key, text, fulfills = [] }: DesignContent['requirements'][number],
): RegExp[] => {
  const wordings = [PART_WORDINGS, PATTERN_WORDINGS[pattern]].flatMap((meets: WordingsByRequirement) =>
    Object.hasOwn(meets, key) ? (meets[key] ?? []) : [],
  )
  const patterns = wordings.flatMap((each) =>
    typeof each === 'string' ? [each] : each.if.test(text) ? each.wordings : [],
  )
  return [...fulfills.map(escaped), ...patterns].map(wholeWords)
}

class Clause {
  readonly #text: string
  #remaining: string

  constructor(text: string) {
    this.#text = text
    this.#remaining = text
  }

  /**
   * Removes the words that a wording matches.
   * @returns the matches that were not removed before
   */
  strike(wording: RegExp): string[] {
    const removed: string[] = []
    for (const { 0: words, index } of this.#text.matchAll(wording)) {
      if (/[\p{L}\p{N}]/u.test(this.#remaining.slice(index, index + words.length))) removed.push(words.trim())
      this.#remaining =
        this.#remaining.slice(0, index) + ' '.repeat(words.length) + this.#remaining.slice(index + words.length)
    }
    return removed
  }

  has(wording: RegExp): boolean {
    return this.#text.search(wording) !== -1
  }

  /** Returns capitalized names that a wording matched by a wildcard. */
  namesTakenBy(wording: RegExp): string[] {
    const wordingSource = wording.source.toLowerCase()
    return [...this.#text.matchAll(wording)]
      .flatMap(({ 0: words, index }) => capitalizedWords(words, index === 0))
      .filter((name) => !wordingSource.includes(name.toLowerCase()))
  }

  isProhibition(): boolean {
    return PROHIBITION.test(this.#remaining)
  }

  unmatched(): string[] {
    const words = this.#remaining.match(/[\p{L}\p{N}%€$£][\p{L}\p{N}%'’.:-]*/gu) ?? []
    return words.map((word) => word.replace(/[.:'’-]+$/, '')).filter((word) => !FILLER_WORDS.has(word.toLowerCase()))
  }
}

/** Returns the names of entities and their last nouns: a refrigerated truck is a truck. */
const nounsOf = (nouns: readonly string[]): string[] => {
  const lasts = nouns.flatMap((noun) => noun.split(' ').slice(-1))
  return [...new Set([...nouns, ...lasts])]
}

/**
 * Compares a clause with the requirements of a design. Only wordings and numbers of a requirement are evidence; nouns
 * are merely accounted for.
 * @param nouns the names of the entities, singular and plural.
 */
export const matchClause = (
  text: string,
  pattern: PatternId,
  design: DesignContent,
  nouns: readonly string[],
): ClauseMatch => {
  const clause = new Clause(text)
  // Computed before wordings remove words, so that a wildcard does not hide an absent vendor.
  const absentNamesInClause = absentNames(text, design.files)
  const wildcardNames = new Set<string>()
  const matched: string[] = []
  const { fulfilled, different } = compareBounds(text, pattern, design)
  for (const figure of [...fulfilled, ...different]) clause.strike(wholeWords(escaped(figure.quote)))
  const fulfilledRequirements = design.requirements.filter((each) => {
    const wordings = wordingsOf(pattern, each).filter((wording) => {
      const isPresent = clause.has(wording)
      for (const name of clause.namesTakenBy(wording)) wildcardNames.add(name)
      matched.push(...clause.strike(wording))
      return isPresent
    })
    return wordings.length > 0 || fulfilled.some(({ key }) => key === each.key)
  })
  const keys = fulfilledRequirements.map(({ key }) => key)
  for (const noun of nounsOf(nouns)) clause.strike(wholeWords(escaped(noun)))
  for (const wording of [...(DOMAIN_WORDS[pattern] ?? []), ...OWNER_PHRASES]) clause.strike(wholeWords(wording))
  for (const name of absentNamesInClause) clause.strike(wholeWords(escaped(name)))
  const missing = [
    ...absentNamesInClause,
    ...absentWordings(pattern, design).flatMap((wording) => clause.strike(wholeWords(wording))),
  ]
  const isKnown = (name: string): boolean =>
    [...nouns, ...absentNamesInClause].some((each) => each.toLowerCase().includes(name.toLowerCase())) ||
    design.files.some(({ content }) => content.includes(name))
  const unmatched = [...clause.unmatched(), ...[...wildcardNames].filter((name) => !isKnown(name))]
  const differences = different.map(
    (each) => `${each.quote.replace(LEADING_LIMIT_WORDS, '')}, where the code has ${each.built}`,
  )
  // A prohibition that no wording matches as a whole is not built.
  return {
    keys: clause.isProhibition() ? [] : keys,
    matched: [...new Set(matched)],
    unmatched,
    missing: [...new Set(missing)],
    different: differences,
  }
}
