import { Cursor, Stop } from './cursor.ts'
import {
  askAt,
  deckAt,
  drawAt,
  factAt,
  positionAt,
  type SpreadStatement,
  sayAt,
  speakAt,
  spreadAt,
  whenAt,
} from './parse-statement.ts'
import { didYouMean, type ScriptError, scriptError, sortErrors } from './script-errors.ts'
import { SCRIPT_LIMITS } from './script-limits.ts'
import type {
  AskStatement,
  Condition,
  DeckStatement,
  DrawStatement,
  FactStatement,
  SayStatement,
  Script,
  Span,
  SpeakStatement,
  WordAt,
} from './syntax.ts'
import { utf8Length } from './utf8-length.ts'

export type ParsedScript =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly errors: readonly ScriptError[] }

/**
 * The valid parts of a script. Names declared on invalid lines are included, so that one error does not cause others.
 */
export interface PartialScript {
  readonly script: Script
  readonly errors: readonly ScriptError[]
  readonly lineOfName: ReadonlyMap<string, number>
}

interface OpenPosition {
  readonly name: WordAt
  readonly title: string
  when?: Condition
  readonly draws: DrawStatement[]
}

const STATEMENTS = ['spread', 'deck', 'ask', 'position', 'draw', 'when', 'fact', 'say', 'speak'] as const
const ALL_STATEMENTS = `statements are ${STATEMENTS.join(', ')}`
type Keyword = (typeof STATEMENTS)[number]

const isKeyword = (text: string): text is Keyword => (STATEMENTS as readonly string[]).includes(text)

/** Collects statements line by line. An invalid line is reported once, and parsing continues with the next. */
class ScriptReader {
  readonly errors: ScriptError[] = []
  spread: SpreadStatement | undefined
  readonly decks: DeckStatement[] = []
  readonly asks: AskStatement[] = []
  readonly positions: OpenPosition[] = []
  readonly facts: FactStatement[] = []
  readonly says: SayStatement[] = []
  readonly speaks: SpeakStatement[] = []
  readonly lineOfName = new Map<string, number>()
  readonly #counts = new Map<string, number>()
  /** True after a position line, even an invalid one: the lines below belong to it. */
  #isBelowPosition = false

  readLine(text: string, line: number): void {
    const cursor = new Cursor(text, line)
    if (cursor.isAtEnd) return
    try {
      this.#statement(cursor)
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      this.errors.push(error.error)
    }
  }

  #statement(cursor: Cursor): void {
    const { kind, text, ...at } = cursor.next
    this.#count('statements', at, SCRIPT_LIMITS.statements)
    if (this.#counts.get('statements') === 1 && text !== 'spread')
      this.errors.push(scriptError('syntax', { line: 1, column: 1, length: 1 }, 'a script begins with "spread"'))
    if (kind !== 'word') {
      cursor.failMissing('the word of a statement')
    } else if (!isKeyword(text)) {
      this.errors.push(
        scriptError('unknown_word', at, `no statement "${text}"`, didYouMean(text, STATEMENTS) ?? ALL_STATEMENTS),
      )
    } else {
      cursor.take()
      this.#readStatement(text, at, cursor)
      cursor.expectEnd(['default', 'where', 'top', 'and', 'or'])
    }
  }

  #readStatement(keyword: Keyword, at: Span, cursor: Cursor): void {
    const declare = (name: WordAt) => this.#declare(name)
    switch (keyword) {
      case 'spread':
        if (this.spread) this.errors.push(scriptError('duplicate', at, 'a script has exactly one spread'))
        this.#spread(spreadAt(cursor))
        return
      case 'deck':
        this.#count('decks', at, SCRIPT_LIMITS.decks)
        this.decks.push(deckAt(cursor, declare))
        return
      case 'ask':
        this.#count('asks', at, SCRIPT_LIMITS.asks)
        this.asks.push(askAt(cursor, declare))
        return
      case 'fact':
        this.#count('facts', at, SCRIPT_LIMITS.facts)
        this.facts.push(factAt(cursor, declare))
        return
      case 'position':
        this.#count('positions', at, SCRIPT_LIMITS.positions)
        this.#isBelowPosition = true
        this.positions.push({ ...positionAt(cursor, declare), draws: [] })
        return
      case 'say':
        this.says.push(sayAt(cursor))
        return
      case 'speak':
        this.speaks.push(speakAt(cursor))
        return
      default:
        this.#readBelow(keyword, at, cursor)
    }
  }

  #spread(spread: SpreadStatement): void {
    this.spread ??= spread
  }

  #readBelow(keyword: 'draw' | 'when', at: Span, cursor: Cursor): void {
    const position = this.positions.at(-1)
    if (!this.#isBelowPosition)
      this.errors.push(scriptError('syntax', at, `"${keyword}" belongs below a position`, 'write a position before it'))
    if (keyword === 'draw') {
      const draw = drawAt(cursor)
      this.#count('cards', draw.countAt, SCRIPT_LIMITS.cards, draw.count === 'all' ? SCRIPT_LIMITS.draw : draw.count)
      position?.draws.push(draw)
      return
    }
    const condition = whenAt(cursor)
    if (position?.when)
      this.errors.push(
        scriptError('duplicate', at, `position "${position.name.text}" already has a "when"`, 'join both with "and"'),
      )
    else if (position) position.when = condition
  }

  /** Names of asks, facts, positions and aliases share one namespace. */
  #declare(name: WordAt): void {
    const line = this.lineOfName.get(name.text)
    if (line !== undefined)
      this.errors.push(scriptError('duplicate', name, `"${name.text}" is declared in line ${line}`))
    else this.lineOfName.set(name.text, name.line)
  }

  /** Counts items and reports the first one beyond the limit. */
  #count(limitName: keyof typeof SCRIPT_LIMITS, at: Span, limit: number, added = 1): void {
    const before = this.#counts.get(limitName) ?? 0
    this.#counts.set(limitName, before + added)
    if (before <= limit && before + added > limit)
      this.errors.push(scriptError('too_many', at, `a script has at most ${limit} ${limitName}`))
  }

  reportUnusedPositions(): void {
    for (const [at, { name, draws }] of this.positions.entries()) {
      const end = this.positions[at + 1]?.name.line ?? Number.POSITIVE_INFINITY
      const hasFault = this.errors.some(({ line }) => line >= name.line && line < end)
      if (draws.length === 0 && !hasFault)
        this.errors.push(scriptError('unused_position', name, `position "${name.text}" draws no cards`))
    }
  }
}

/** Finds an unpaired surrogate, which canonical JSON cannot encode. */
const loneSurrogate = (lines: readonly string[]): Span | undefined => {
  for (const [index, text] of lines.entries()) {
    if (text.isWellFormed()) continue
    for (let at = 0; at < text.length; at++) {
      const code = text.codePointAt(at) ?? 0
      if (code >= 0xd800 && code <= 0xdfff) return { line: index + 1, column: at + 1, length: 1 }
      if (code > 0xffff) at++
    }
  }
  return undefined
}

const START = { line: 1, column: 1, length: 1 } as const

const EMPTY_SCRIPT: Script = { name: '', decks: [], asks: [], positions: [], facts: [], says: [], speaks: [] }

const unreadableScript = (error: ScriptError): PartialScript => ({
  script: EMPTY_SCRIPT,
  errors: [error],
  lineOfName: new Map(),
})

/** Parses the valid parts of a script. Never throws. */
export const readScript = (text: string): PartialScript => {
  const bytes = utf8Length(text)
  if (bytes > SCRIPT_LIMITS.bytes) {
    const problem = `a script has at most ${SCRIPT_LIMITS.bytes} bytes, this one ${bytes}`
    return unreadableScript(scriptError('too_many', START, problem))
  }
  const lines = text.split('\n')
  const surrogate = loneSurrogate(lines)
  if (surrogate) return unreadableScript(scriptError('syntax', surrogate, 'unpaired surrogate'))
  const reader = new ScriptReader()
  for (const [index, line] of lines.entries()) reader.readLine(line, index + 1)
  reader.reportUnusedPositions()
  const { errors, spread, decks, asks, positions, facts, says, speaks, lineOfName } = reader
  if (spread === undefined && errors.length === 0)
    errors.push(scriptError('syntax', START, 'a script begins with "spread"'))
  const { name, title } = spread ?? {}
  const header = { name: name?.text ?? '', ...(title !== undefined && { title }) }
  return { script: { ...header, decks, asks, positions, facts, says, speaks }, errors, lineOfName }
}

/**
 * Parses a script and checks its syntax, its own names and its limits. Returns up to 20 errors. Never throws. Names of
 * facts and decks, and types, are checked by `compileScript`.
 */
export const parseScript = (text: string): ParsedScript => {
  const { script, errors } = readScript(text)
  return errors.length > 0 ? { ok: false, errors: sortErrors(errors) } : { ok: true, script }
}
