import { markdownText as lineOfMarkdown } from '@signet/readings/markdown'

declare const CODE: unique symbol

/** Text of a file that is written by us or has gone through an encoder. A string of a user is none. */
export type Code = string & { readonly [CODE]: true }

/**
 * Text of a file from a template. It takes encoded values alone, so text of a user cannot get into source, shell or YAML
 * without `literal`, `json` or `markdownText`. One line break at either end is the template's own and goes.
 */
export const code = (parts: TemplateStringsArray, ...values: readonly (Code | number)[]): Code => {
  let made = ''
  for (const [at, part] of parts.entries()) made += part + (at < values.length ? String(values[at]) : '')
  return made.replace(/^\n/, '').replace(/\n$/, '') as Code
}

export const joined = (parts: readonly (Code | undefined)[], separator = '\n'): Code =>
  parts.filter((part) => part !== undefined && part !== '').join(separator) as Code

/** Characters that end a line or a literal somewhere in JavaScript, or hide what a reviewer reads. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** A text as a literal of TypeScript in single quotes. */
export const literal = (text: string): Code =>
  `'${text
    .toWellFormed()
    .replace(/[\\'`$]/g, (character) => (character === '$' ? '$' : `\\${character}`))
    .replace(HIDDEN, escaped)}'` as Code

/** A value as JSON that also stands in HTML and JavaScript: no character of it ends a line or a script. */
export const json = (value: unknown): Code =>
  JSON.stringify(value, null, 2).replace(HIDDEN, (character) =>
    character === '\n' ? character : escaped(character),
  ) as Code

/** Text in one line of Markdown, which no character of it can leave or format. */
export const markdownText = (text: string): Code => lineOfMarkdown(text.toWellFormed().replace(HIDDEN, ' ')) as Code
