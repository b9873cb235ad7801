/** Patterns that match a whole text. */
const WHOLE_TEXT_PATTERNS = new Set([
  '.*',
  '^.*$',
  '(?s).*',
  '(?s)^.*$',
  '[\\s\\S]*',
  '^[\\s\\S]*$',
  '.+',
  '(?s).+',
  '\\A.*\\Z',
])

const LITERAL = /^(?:[^\\^$.*+?()[\]{}|]|\\[^\dA-Za-z])*$/s
const UNBOUNDED = /[*+]|\{\d+,\}/g
const COUNTED = /\{\d*,?\d*\}/

/**
 * Maximum work for the patterns of one conversation: the sum of squared text lengths. Takes some seconds in the worst case.
 */
const WORK_MAX = 1e9

const toJavaScriptPattern = (pattern: string): string =>
  pattern.replaceAll('(?P<', '(?<').replaceAll('\\A', '^').replaceAll('\\Z', '$')

/** Converts a replacement from Python's syntax to JavaScript's. */
const replacementOf = (replacement: string): string =>
  replacement
    .replaceAll('$', '$$$$')
    .replaceAll(/\\g<(\d+)>|\\(\d)/g, (_, long: string, short: string) => `$${long ?? short}`)
    .replaceAll(/\\n/g, '\n')

const compilePattern = (pattern: string, flags: string): RegExp | undefined => {
  const inline = /^\(\?([ims]+)\)/.exec(pattern)
  const body = inline ? pattern.slice(inline[0].length) : pattern
  // The pattern is untrusted. With at most one unbounded repetition, its work grows with the square of the text length.
  // Counted repetitions, backreferences and repeated groups can take longer, so such patterns are not run.
  const unboundedCount = body.replaceAll(/\\./g, '').match(UNBOUNDED)?.length ?? 0
  if (body.length > 10_000 || unboundedCount > 1 || COUNTED.test(body) || /\\\d|\)[*+?]/.test(body)) return undefined
  try {
    return new RegExp(toJavaScriptPattern(body), `${flags}s${[...new Set(inline?.[1]?.replace('s', ''))].join('')}`)
  } catch {
    return undefined
  }
}

export interface Edit {
  /** A literal text, or a pattern in Python's syntax. */
  readonly find: string
  readonly isPattern: boolean
  readonly replacement: string
  readonly isEverywhere: boolean
}

export type Editor = (text: string, edits: readonly Edit[]) => string | undefined

const replaceText = (text: string, find: string, replacement: string, isEverywhere: boolean): string | undefined => {
  if (find === '' || !text.includes(find)) return undefined
  return isEverywhere ? text.replaceAll(find, () => replacement) : text.replace(find, () => replacement)
}

/**
 * Creates an editor with bounded work: patterns that may take exponential time are not run. The editor returns `undefined`
 * if an edit does not match: the text of the document is then unknown.
 */
export const createEditor = (): Editor => {
  let work = 0
  const applyEdit = (text: string, { find, isPattern, replacement, isEverywhere }: Edit): string | undefined => {
    if (!isPattern) return replaceText(text, find, replacement, isEverywhere)
    if (WHOLE_TEXT_PATTERNS.has(find)) return replacement
    if (LITERAL.test(find)) {
      const literal = find.replaceAll(/\\(.)/gs, '$1')
      return replaceText(text, literal, replacement.replaceAll('\\\\', '\\'), isEverywhere)
    }
    const pattern = compilePattern(find, isEverywhere ? 'g' : '')
    work += text.length ** 2
    if (!pattern || work > WORK_MAX || text.search(pattern) === -1)
      return replaceText(text, find, replacement, isEverywhere)
    return text.replace(pattern, replacementOf(replacement))
  }
  return (text, edits) => {
    let edited: string | undefined = text
    for (const edit of edits) edited = edited === undefined ? undefined : applyEdit(edited, edit)
    return edited
  }
}
