/** Returns the lower-case words of a camelCase, PascalCase, snake_case, kebab-case or dotted name. */
const splitWords = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s._-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** Words by name. A contract has few names, and every generator converts each of them many times. */
const cache = new Map<string, readonly string[]>()

const wordsOf = (name: string): readonly string[] => {
  const words = cache.get(name) ?? splitWords(name)
  cache.set(name, words)
  return words
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `canary_flag` and `canaryFlag` become `CanaryFlag`. */
export const pascalCase = (name: string): string => wordsOf(name).map(capitalize).join('')

/** `canary_flag` becomes `canaryFlag`. */
export const camelCase = (name: string): string => {
  const [first = '', ...others] = wordsOf(name)
  return first + others.map(capitalize).join('')
}

/** `canaryFlag` becomes `canary-flag`. */
export const kebabCase = (name: string): string => wordsOf(name).join('-')

/** `canaryFlag` becomes `canary_flag`. */
export const snakeCase = (name: string): string => wordsOf(name).join('_')

/** `canaryFlag` becomes `Canary flag`. */
export const sentenceCase = (name: string): string => capitalize(wordsOf(name).join(' '))
