import { markdownText as lineOfMarkdown } from '@signet/readings/markdown'

declare const CODE: unique symbol

/** Text of a generated file that is a constant or was encoded. A caller's string is not `Code`. */
export type Code = string & { readonly [CODE]: true }

/**
 * Builds text of a file from a template. It accepts only encoded values, so a caller's text reaches source, shell or
 * YAML only through `literal`, `json` or `markdownText`. One leading and one trailing line break are removed.
 */
export const code = (parts: TemplateStringsArray, ...values: readonly (Code | number)[]): Code => {
  let text = ''
  for (const [index, part] of parts.entries()) text += part + (index < values.length ? String(values[index]) : '')
  return text.replace(/^\n/, '').replace(/\n$/, '') as Code
}

export const joinCode = (parts: readonly (Code | undefined)[], separator = '\n'): Code =>
  parts.filter((part) => part !== undefined && part !== '').join(separator) as Code

/** Joins parts for a sentence: "a, b and c". */
export const joinAsSentence = (parts: readonly (Code | undefined)[]): Code => {
  const items = parts.filter((part) => part !== undefined && part !== '')
  return joinCode([joinCode(items.slice(0, -1), ', '), items.at(-1)], ' and ')
}

/** Characters that can end a line or a literal in JavaScript, or that a reviewer cannot see. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

const escapeCharacters = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Encodes a text as a TypeScript literal in single quotes. */
export const literal = (text: string): Code =>
  `'${text
    .toWellFormed()
    .replace(/[\\'`$]/g, (character) => (character === '$' ? '$' : `\\${character}`))
    .replace(HIDDEN, escapeCharacters)}'` as Code

/** Encodes a value as JSON that is also safe in HTML and JavaScript. */
export const json = (value: unknown): Code =>
  JSON.stringify(value, null, 2).replace(HIDDEN, (character) =>
    character === '\n' ? character : escapeCharacters(character),
  ) as Code

/** Encodes a text for one line of Markdown, without line breaks or formatting. */
export const markdownText = (text: string): Code => lineOfMarkdown(text.toWellFormed().replace(HIDDEN, ' ')) as Code
