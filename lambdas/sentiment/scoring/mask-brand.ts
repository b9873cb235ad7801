const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const namesIn = (query: string): string[] => {
  const phrases = [...query.matchAll(/"([^"]{2,100})"/g)].map(([, phrase = '']) => phrase)
  const unquotedWords = query.replaceAll(/"[^"]*"/g, ' ').split(/\s+/)
  const words = unquotedWords.filter(
    (word) => word.length > 2 && !/[:()]/.test(word) && !/^-|^(?:OR|AND|NOT)$/.test(word),
  )
  return [...phrases, ...(words.length > 1 ? [words.join(' ')] : []), ...words].map((name) =>
    name.replace(/^[#@$]/, ''),
  )
}

/**
 * Returns a function that replaces the names that a monitor searches for, because "Happy Socks" is not praise. Longer
 * names are replaced first, so that no part of a name remains.
 */
export const brandMask = (queries: readonly string[]): ((text: string) => string) => {
  const names = [...new Set(queries.flatMap(namesIn))].filter(Boolean).sort((a, b) => b.length - a.length)
  if (names.length === 0) return (text) => text
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])[#@]?(?:${names.map(escapePattern).join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  )
  // Opinion phrases such as "better than (?!acme)" refer to this word.
  return (text) => text.replaceAll(pattern, 'Acme')
}
