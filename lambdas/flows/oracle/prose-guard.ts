import { inventions, proseSource } from '@signet/readings/inventions'
import { passagesOf, skeletonOf, withPassages } from './passages.ts'

type Source = ReturnType<typeof proseSource>

/** The rule that a new text breaks. */
export type ProseRule =
  | 'not a line'
  | 'length'
  | 'foreign letter'
  | 'markup'
  | 'code'
  | 'quotation'
  | 'address'
  | 'id or number'
  | 'abbreviation'
  | 'word that changes the meaning'
  | 'invention'

const matches = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([all]) => all)

const PRESERVED: readonly (readonly [ProseRule, (text: string) => readonly string[]])[] = [
  ['code', (text) => matches(text, /`[^`]*`/g)],
  ['quotation', (text) => matches(text, /"[^"]*"|“[^”]*”/g)],
  ['address', (text) => matches(text, /\b[a-z][a-z0-9+.-]*:\/\/[^\s)\]"'`]+|\]\([^)]*\)|[\w.+-]+@[\w-]+\.[\w.-]*\w/gi)],
  [
    'id or number',
    (text) =>
      matches(text, /[\p{L}\p{M}\p{N}_#§$€%+-]*\p{N}[\p{L}\p{M}\p{N}_%:/.,-]*/gu).map((id) =>
        id.replace(/[.,:/-]+$/, ''),
      ),
  ],
  ['abbreviation', (text) => matches(text, /\b(?:\p{Lu}[\p{Lu}\p{N}]+|\p{L}+\p{Lu}[\p{L}\p{N}]*)\b/gu)],
  ['markup', (text) => matches(text, /[*_~#\\|<>[\]{}&=^$]|!\[/g)],
  [
    'word that changes the meaning',
    (text) =>
      matches(
        text.toLowerCase().replaceAll('’', "'"),
        /\b(?:not|no|never|none|nobody|nothing|nowhere|without|neither|nor|cannot|only|must|may|should|unless|except|all|always|any|each|every)\b|n't\b/g,
      ),
  ],
]

const hasSameElements = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.toSorted().join('\u0000') === other.toSorted().join('\u0000')

/** Characters that are invisible or change the text direction. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u

/** Returns true if a character outside ASCII does not occur in the source. It may imitate another letter. */
const isForeign = (text: string, source: () => Source): boolean =>
  [...text].some((character) => character > '~' && !source().text.includes(character.toLowerCase()))

/** Length of a new passage relative to the original, plus EXTRA_CHARACTERS_MAX for short passages. */
const LENGTH_RATIO_MIN = 0.5
const LENGTH_RATIO_MAX = 1.5
const EXTRA_CHARACTERS_MAX = 40

/**
 * Returns the rule that a new text breaks, or undefined if it changes prose only. Strict: prefers false rejections.
 * `source` contains everything that the new text may mention.
 */
export const brokenRule = (before: string, after: string, source: () => Source): ProseRule | undefined => {
  if (after.trim() !== after || after === '' || INVISIBLE.test(after)) return 'not a line'
  const minLength = before.length * LENGTH_RATIO_MIN
  const maxLength = before.length * LENGTH_RATIO_MAX + EXTRA_CHARACTERS_MAX
  if (after.length < minLength || after.length > maxLength) return 'length'
  if (isForeign(after, source)) return 'foreign letter'
  const broken = PRESERVED.find(([, extract]) => !hasSameElements(extract(before), extract(after)))
  if (broken) return broken[0]
  return inventions(after.normalize('NFKC'), source()).length > 0 ? 'invention' : undefined
}

export type RewordResult = { readonly content: string; readonly passages: number } | { readonly rule: ProseRule }

/**
 * Replaces passages with new texts, by their number from 0. One text that breaks a rule rejects the whole document,
 * because it shows that the editor has misunderstood the task.
 */
export const rewordPassages = (
  markdown: string,
  texts: ReadonlyMap<number, string>,
  intention: string,
): RewordResult => {
  const passages = passagesOf(markdown)
  let sourceOfAll: Source | undefined
  const source = (): Source => (sourceOfAll ??= proseSource(`${markdown}\n${intention}`.normalize('NFKC')))
  const changed = new Map([...texts].filter(([number, text]) => passages[number]?.text !== text))
  for (const [number, text] of changed) {
    const before = passages[number]
    if (before === undefined) return { rule: 'not a line' }
    const rule = brokenRule(before.text, text, source)
    if (rule !== undefined) return { rule }
  }
  const content = withPassages(markdown, passages, changed)
  // A text that is parsed as Markdown structure would change the lines around it.
  return skeletonOf(content) === skeletonOf(markdown) ? { content, passages: changed.size } : { rule: 'markup' }
}
