import type { Code } from './code.ts'

/**
 * Forms of an entity's name. Each consists of letters and digits, in kebab case also of hyphens, so it is safe in every
 * file.
 */
export interface EntityNames {
  readonly $entity: Code
  readonly $Entity: Code
  readonly $ENTITY: Code
  readonly $entities: Code
  readonly $Entities: Code
  readonly $kebab: Code
  readonly $kebabs: Code
  readonly $noun: Code
  readonly $nouns: Code
}

/** Words that cannot be the name of an entity: words of TypeScript, and names that templates use. */
const RESERVED_WORDS = new Set(
  `abstract any arguments array as async await bigint boolean break case catch class const continue date debugger declare
  default delete do else enum error eval export extends false finally for from function get if implements import in infer
  instanceof interface is keyof let map module namespace never new null number object of package private problem promise
  protected public readonly record records request response require return row set static string super switch symbol this
  throw true try type typeof undefined unique unknown var void while with yield
  aws cloudflare http index model objects queue retry verification call caller deps once ports handler cli log site
  constructor prototype prop proto to string value message event function query`.split(/\s+/),
)

const MAX_WORD_LENGTH = 24

/** Returns the words of a noun in ASCII, at most three. */
const wordsOf = (noun: string): string[] => {
  const words = noun
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/^[0-9]+/, '').slice(0, MAX_WORD_LENGTH))
    .filter((word) => word !== '')
    .slice(0, 3)
  if (words.length === 0) return ['item']
  return words.length === 1 && RESERVED_WORDS.has(words[0] ?? '') ? [...words, 'entry'] : words
}

const pluralOf = (word: string): string => {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const camelCase = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : capitalize(word))).join('')

export const entityNames = (noun: string): EntityNames => {
  const words = wordsOf(noun)
  const plural = [...words.slice(0, -1), pluralOf(words.at(-1) ?? 'item')]
  const names: Record<keyof EntityNames, string> = {
    $entity: camelCase(words),
    $Entity: capitalize(camelCase(words)),
    $ENTITY: words.join('_').toUpperCase(),
    $entities: camelCase(plural),
    $Entities: capitalize(camelCase(plural)),
    $kebab: words.join('-'),
    $kebabs: plural.join('-'),
    $noun: words.join(' '),
    $nouns: plural.join(' '),
  }
  return names as unknown as EntityNames
}

const PLACEHOLDER = /\$(?:Entities|entities|ENTITY|Entity|entity|kebabs|kebab|nouns|noun)/g

/** Replaces `$entity`, `$Entities`, `$kebab` and so on with the names of an entity. */
export const fill = <T extends string>(template: T, names: EntityNames): T =>
  template.replace(PLACEHOLDER, (placeholder) => names[placeholder as keyof EntityNames]) as T

const WORKER_NAME = /^[a-z][a-z0-9-]{1,62}$/
export const isWorkerName = (name: string): boolean => WORKER_NAME.test(name)

const STOP_WORDS = new Set(
  `a an and any are as at be been but by can could did do does for from had has have how i if in into is it its may might
  must my no not of on one or our out per shall should so some than that the their them then there these they this those
  to up us was we were what when where which who will with would you your`.split(/\s+/),
)

/** Derives the name of a worker from the first four significant words of an intention. */
export const defaultWorkerName = (intention: string): string => {
  const words = intention
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !STOP_WORDS.has(word))
    .slice(0, 4)
    .map((word) => word.slice(0, 14))
  const name = words.join('-').replace(/^[^a-z]+/, '')
  return isWorkerName(name) ? name : 'worker'
}
