import type { Span } from './syntax.ts'

export type TokenKind = 'word' | 'number' | 'string' | 'version' | 'sign' | 'end' | 'fault'

export interface Token extends Span {
  readonly kind: TokenKind
  /** The content of a string without its quotes, or the message of a fault. */
  readonly text: string
}

const PATTERNS: readonly (readonly [kind: TokenKind, pattern: RegExp])[] = [
  ['word', /[A-Za-z][A-Za-z0-9_-]*/y],
  ['number', /-?[0-9]+(?:\.[0-9]+)?/y],
  ['sign', /!=|<=|>=|[=<>(),.@/]/y],
]
const STRING = /"[^"]*"/y
const VERSION = /[0-9]+(?:\.[0-9]+){0,2}/y
const SPACE = /[ \t\r]+/y

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** Returns the character at a position for an error message; an invisible one as `U+` and its number. */
const displayCharacter = (text: string, at: number): string => {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0xfffd)
  return /[\p{C}\p{Z}]/u.test(character)
    ? `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
    : character
}

/** `isVersion`: whether the token follows `@`. */
const tokenAt = (text: string, at: number, line: number, isVersion: boolean): Token => {
  const position = { line, column: at + 1 }
  if (text[at] === '"') {
    const quotedText = matchAt(STRING, text, at)
    if (quotedText === undefined)
      return { ...position, kind: 'fault', length: text.length - at, text: 'this quote is never closed' }
    return { ...position, kind: 'string', length: quotedText.length, text: quotedText.slice(1, -1) }
  }
  const version = isVersion ? matchAt(VERSION, text, at) : undefined
  if (version !== undefined) return { ...position, kind: 'version', length: version.length, text: version }
  for (const [kind, pattern] of PATTERNS) {
    const match = matchAt(pattern, text, at)
    if (match !== undefined) return { ...position, kind, length: match.length, text: match }
  }
  const character = displayCharacter(text, at)
  return {
    ...position,
    kind: 'fault',
    length: character.startsWith('U+') ? 1 : character.length,
    text: `"${character}" has no meaning here`,
  }
}

/**
 * Splits one line into tokens and stops at the first fault. The last token is `end`, one column after the text. `#`
 * begins a comment outside strings.
 */
export const tokensOf = (text: string, line: number): readonly Token[] => {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    at += matchAt(SPACE, text, at)?.length ?? 0
    if (at >= text.length || text[at] === '#') break
    const token = tokenAt(text, at, line, tokens.at(-1)?.text === '@' && tokens.at(-1)?.kind === 'sign')
    tokens.push(token)
    if (token.kind === 'fault') break
    at += token.length
  }
  const last = tokens.at(-1)
  tokens.push({ kind: 'end', text: '', line, column: last ? last.column + last.length : 1, length: 1 })
  return tokens
}
