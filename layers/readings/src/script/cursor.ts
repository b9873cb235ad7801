import { didYouMean, type ScriptError, type ScriptErrorCode, scriptError } from './script-errors.ts'
import { SCRIPT_LIMITS } from './script-limits.ts'
import type { LiteralAt, Span, WordAt } from './syntax.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Ends the parsing of one line. The parser catches it. */
export class Stop extends Error {
  readonly error: ScriptError

  constructor(error: ScriptError) {
    super(error.message)
    this.error = error
  }
}

export const stop = (code: ScriptErrorCode, at: Span, problem: string, hint?: string): never => {
  throw new Stop(scriptError(code, at, problem, hint))
}

export const NAME = /^[a-z][a-z0-9_]{0,39}$/

/** Words of the condition language, which cannot be names. */
const RESERVED = ['and', 'or', 'not', 'in', 'is', 'has', 'yes', 'no', 'if', 'then', 'else', 'known', 'unknown']

const quotedText = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`

const describeToken = ({ kind, text }: Token): string => (kind === 'end' ? 'the end of the line' : quotedText(text))

export class Cursor {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(text: string, line: number) {
    this.#tokens = tokensOf(text, line)
  }

  get next(): Token {
    return this.#tokens[this.#at] ?? (this.#tokens.at(-1) as Token)
  }

  get isAtEnd(): boolean {
    return this.next.kind === 'end'
  }

  take(): Token {
    const token = this.next
    if (token.kind === 'fault') stop('syntax', token, token.text)
    if (this.#at < this.#tokens.length - 1) this.#at += 1
    return token
  }

  isWord(text: string): boolean {
    return this.next.kind === 'word' && this.next.text === text
  }

  isSign(text: string): boolean {
    return this.next.kind === 'sign' && this.next.text === text
  }

  skip(text: string): boolean {
    if (!this.isWord(text) && !this.isSign(text)) return false
    this.take()
    return true
  }

  failMissing(expected: string, candidates: readonly string[] = []): never {
    const token = this.next
    if (token.kind === 'fault') return stop('syntax', token, token.text)
    const hint = token.kind === 'word' ? didYouMean(token.text, candidates) : undefined
    return stop('syntax', token, `${expected} is missing before ${describeToken(token)}`, hint)
  }

  require(text: string): Token {
    if (!this.isWord(text) && !this.isSign(text)) this.failMissing(`"${text}"`, [text])
    return this.take()
  }

  expectEnd(candidates: readonly string[] = []): void {
    const token = this.next
    if (token.kind === 'end') return
    if (token.kind === 'fault') stop('syntax', token, token.text)
    const hint = token.kind === 'word' ? didYouMean(token.text, candidates) : undefined
    stop('syntax', token, `${describeToken(token)} is unexpected here`, hint ?? 'write one statement per line')
  }

  word(expected: string): WordAt {
    return this.next.kind === 'word' ? this.take() : this.failMissing(expected)
  }

  name(expected: string): WordAt {
    const word = this.word(expected)
    const { text } = word
    if (RESERVED.includes(text)) stop('syntax', word, `"${text}" is a reserved word and cannot be a name`)
    if (NAME.test(text)) return word
    if (text.length > SCRIPT_LIMITS.name) stop('syntax', word, `a name has at most ${SCRIPT_LIMITS.name} characters`)
    const suggestion = text.toLowerCase().replaceAll('-', '_')
    return stop(
      'syntax',
      word,
      `"${text}" is not a valid name`,
      `names are lower case without hyphens: "${suggestion}"`,
    )
  }

  string(expected: string): Token {
    const token = this.next
    if (token.kind !== 'string') return this.failMissing(expected)
    if (token.text.length > SCRIPT_LIMITS.text)
      stop('too_many', token, `a text has at most ${SCRIPT_LIMITS.text} characters, this one ${token.text.length}`)
    return this.take()
  }

  literal(expected = 'a value'): LiteralAt {
    const { line, column, length, kind, text } = this.next
    const at = { line, column, length }
    if (kind === 'string') return { ...at, value: this.string(expected).text }
    if (kind === 'number') return { ...at, value: this.number() }
    if (kind !== 'word') return this.failMissing(expected)
    this.take()
    return { ...at, value: text === 'yes' ? true : text === 'no' ? false : text }
  }

  number(): number {
    const token = this.take()
    const value = Number(token.text)
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) stop('syntax', token, 'a number is at most 2^53 - 1')
    // JSON and canonical JSON have no negative zero.
    return value === 0 ? 0 : value
  }
}
