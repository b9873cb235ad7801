/** Returns the lower-case words of a camelCase, PascalCase, snake_case, kebab-case or dotted name. */
const splitWords = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s._-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** A contract has few names, and every generator converts each many times. */
const cache = new Map<string, readonly string[]>()

const wordsOf = (name: string): readonly string[] => {
  const words = cache.get(name) ?? splitWords(name)
  cache.set(name, words)
  return words
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `canary_flag` and `canaryFlag` become `CanaryFlag`. */
export const pascalCase = (name: string): string => wordsOf(name).map(capitalised).join('')

/** `canary_flag` becomes `canaryFlag`. */
export const camelCase = (name: string): string => {
  const [first = '', ...rest] = wordsOf(name)
  return first + rest.map(capitalised).join('')
}

/** `canaryFlag` becomes `canary-flag`. */
export const kebabCase = (name: string): string => wordsOf(name).join('-')

/** `canaryFlag` becomes `canary_flag`. */
export const snakeCase = (name: string): string => wordsOf(name).join('_')

/** `canaryFlag` becomes `Canary flag`. */
export const sentenceCase = (name: string): string => capitalised(wordsOf(name).join(' '))
