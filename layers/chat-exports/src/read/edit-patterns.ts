const WHOLE = new Set(['.*', '^.*$', '(?s).*', '(?s)^.*$', '[\\s\\S]*', '^[\\s\\S]*$', '.+', '(?s).+', '\\A.*\\Z'])

const LITERAL = /^(?:[^\\^$.*+?()[\]{}|]|\\[^\dA-Za-z])*$/s
const UNBOUNDED = /[*+]|\{\d+,\}/g
const COUNTED = /\{\d*,?\d*\}/g

/**
 * Maximum work for the patterns of one conversation, in characters times characters: some seconds in the worst case.
 */
const WORK_MAX = 1e9

const translated = (pattern: string): string =>
  pattern.replaceAll('(?P<', '(?<').replaceAll('\\A', '^').replaceAll('\\Z', '$')

const replacementOf = (replacement: string): string =>
  replacement
    .replaceAll('$', '$$$$')
    .replaceAll(/\\g<(\d+)>|\\(\d)/g, (_, long: string, short: string) => `$${long ?? short}`)
    .replaceAll(/\\n/g, '\n')

const compiled = (pattern: string, flags: string): RegExp | undefined => {
  const inline = /^\(\?([ims]+)\)/.exec(pattern)
  const rest = inline ? pattern.slice(inline[0].length) : pattern
  // The pattern is untrusted: with at most one unbounded repetition, its work grows with the square of the text.
  const open = rest.replaceAll(/\\./g, '').match(UNBOUNDED)?.length ?? 0
  if (rest.length > 10_000 || open > 1 || COUNTED.test(rest) || /\\\d|\)[*+?]/.test(rest)) return undefined
  try {
    return new RegExp(translated(rest), `${flags}s${[...new Set(inline?.[1]?.replace('s', ''))].join('')}`)
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

const replaced = (text: string, find: string, replacement: string, isEverywhere: boolean): string | undefined => {
  if (find === '' || !text.includes(find)) return undefined
  return isEverywhere ? text.replaceAll(find, () => replacement) : text.replace(find, () => replacement)
}

/**
 * Creates an editor with bounded work: patterns of exponential time are skipped. It returns `undefined` if an edit
 * finds nothing or is skipped; the text of the document is then unknown.
 */
export const createEditor = (): Editor => {
  let work = 0
  const one = (text: string, { find, isPattern, replacement, isEverywhere }: Edit): string | undefined => {
    if (!isPattern) return replaced(text, find, replacement, isEverywhere)
    if (WHOLE.has(find)) return replacement
    if (LITERAL.test(find)) {
      const literal = find.replaceAll(/\\(.)/gs, '$1')
      return replaced(text, literal, replacement.replaceAll('\\\\', '\\'), isEverywhere)
    }
    const pattern = compiled(find, isEverywhere ? 'g' : '')
    work += text.length ** 2
    if (!pattern || work > WORK_MAX || text.search(pattern) === -1)
      return replaced(text, find, replacement, isEverywhere)
    return text.replace(pattern, replacementOf(replacement))
  }
  return (text, edits) => {
    let now: string | undefined = text
    for (const edit of edits) now = now === undefined ? undefined : one(now, edit)
    return now
  }
}
