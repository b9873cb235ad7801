import { NAMES_AND_WORDS, ONLY_NAMES } from './first-names.ts'

/** The names of a line: a digit tells how many letters are those of the name before. */
const namesOf = (line: string): string[] => {
  let last = ''
  return [...line.matchAll(/(\d)(\D+)/g)].map(([, shared, rest]) => {
    last = last.slice(0, Number(shared)) + rest
    return last
  })
}

let known: { readonly only: ReadonlySet<string>; readonly also: ReadonlySet<string> } | undefined

/** Both lists, read when the first text comes. */
const knownNames = () => {
  known ??= { only: new Set(ONLY_NAMES.flatMap(namesOf)), also: new Set(NAMES_AND_WORDS.flatMap(namesOf)) }
  return known
}

const partsOf = (word: string): readonly string[] => word.split(/[-’']/)

/** Whether a folded word, or a part between hyphens, is a first name that is no other word. */
export const isOnlyName = (word: string): boolean => {
  const { only } = knownNames()
  return partsOf(word).some((part) => only.has(part))
}

/** Whether a folded word may be a first name: "rose", "mark". */
export const mayBeName = (word: string): boolean => {
  const { only, also } = knownNames()
  return partsOf(word).some((part) => only.has(part) || also.has(part))
}
