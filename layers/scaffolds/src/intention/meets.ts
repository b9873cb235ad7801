import type { PatternId } from '../pattern-ids.ts'
import { PART_WORDINGS, PATTERN_WORDINGS } from './wordings.ts'

/** Words that ask for nothing by themselves. */
const IDLE = new Set(
  `a an the of for to in on at from by with over via into about and or that which who it its is are be was were has have had we our
  us i my your you they them their this these those as so then there will shall should must may can could would want wants need
  needs please make makes build builds let lets get gets service services app application system tool each every all any some new
  small simple own one someone something also`.split(/\s+/),
)

const NEGATIONS = /^(?:not|never|no|none|nobody|nothing|without|cannot|don['’]t|doesn['’]t|mustn['’]t)$/i

export interface Met {
  /** Keys of requirements. */
  readonly keys: readonly string[]
  /** Words of the clause that none of them speaks of, in their order. */
  readonly left: readonly string[]
}

/** A requirement as clauses are compared with it. */
export interface Meeting {
  readonly key: string
  /** Words of the intention that this very requirement keeps: figures that a pattern has read and built in. */
  readonly keeps?: readonly string[]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const wordingsOf = (pattern: PatternId, { key, keeps = [] }: Meeting): RegExp[] => {
  const wordingsByKey = { ...PART_WORDINGS, ...PATTERN_WORDINGS[pattern] }
  const wordings = Object.hasOwn(wordingsByKey, key) ? (wordingsByKey[key] ?? []) : []
  return [...keeps.map(escaped), ...wordings].map(
    (each) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${each})(?![\\p{L}\\p{N}])`, 'giu'),
  )
}

/**
 * What of a clause the requirements of a design meet.
 * @param nouns the entities by their names, singular and plural: the design is about them.
 */
export const metBy = (
  clause: string,
  pattern: PatternId,
  requirements: readonly Meeting[],
  nouns: readonly string[],
): Met => {
  let rest = clause
  const cover = (wording: RegExp): boolean => {
    let isCovered = false
    for (const { 0: words, index } of clause.matchAll(wording)) {
      isCovered = true
      rest = rest.slice(0, index) + ' '.repeat(words.length) + rest.slice(index + words.length)
    }
    return isCovered
  }
  const keys = requirements.filter((each) => wordingsOf(pattern, each).filter(cover).length > 0).map(({ key }) => key)
  for (const noun of nouns) cover(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(noun)}(?![\\p{L}\\p{N}])`, 'giu'))
  const words = rest.match(/[\p{L}\p{N}%€$£][\p{L}\p{N}%'’.:-]*/gu) ?? []
  const left = words.map((word) => word.replace(/[.:'’-]+$/, '')).filter((word) => !IDLE.has(word.toLowerCase()))
  // A prohibition that no wording knows as a whole is nothing that was kept.
  return left.some((word) => NEGATIONS.test(word)) ? { keys: [], left } : { keys, left }
}
