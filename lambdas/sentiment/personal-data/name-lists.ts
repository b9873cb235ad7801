import { NAMES_AND_WORDS, UNAMBIGUOUS_NAMES } from './first-names.ts'
import { MORE_NAMES, MORE_NAMES_AND_WORDS } from './more-first-names.ts'

/** Decodes a line of names. A digit is the number of letters shared with the previous name. */
const namesOf = (line: string): string[] => {
  let last = ''
  return [...line.matchAll(/(\d)(\D+)/g)].map(([, shared, rest]) => {
    last = last.slice(0, Number(shared)) + rest
    return last
  })
}

/** `only`: words that are only names; `also`: names that are also other words. */
let firstNames: { readonly only: ReadonlySet<string>; readonly also: ReadonlySet<string> } | undefined

const knownNames = () => {
  firstNames ??= {
    only: new Set([...UNAMBIGUOUS_NAMES.flatMap(namesOf), ...MORE_NAMES]),
    also: new Set([...NAMES_AND_WORDS.flatMap(namesOf), ...MORE_NAMES_AND_WORDS]),
  }
  return firstNames
}

/**
 * Checks the parts of a hyphenated word: both parts of "Marie-Luise" are names, but not all of "Max-Planck-Preis".
 * Of the parts around an apostrophe, one suffices.
 */
const areAllNames = (word: string, isName: (part: string) => boolean): boolean =>
  word.split('-').every((part) => part.split(/['’]/).some(isName))

/** Checks if a folded word can be a first name, such as "rose" or "mark". */
export const mayBeName = (word: string): boolean => {
  const { only, also } = knownNames()
  return areAllNames(word, (part) => only.has(part) || also.has(part))
}

/** Checks if a folded word is a first name and no other word. */
export const isUnambiguousName = (word: string): boolean => {
  const { only } = knownNames()
  return mayBeName(word) && word.split(/[-'’]/).some((part) => only.has(part))
}
