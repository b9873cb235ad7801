import { type Cursor, stop } from './cursor.ts'
import { conditionAt } from './parse-condition.ts'
import { didYouMean } from './script-errors.ts'
import { SCRIPT_LIMITS } from './script-limits.ts'
import type {
  AskStatement,
  AskType,
  Condition,
  DeckStatement,
  DrawStatement,
  FactSource,
  FactStatement,
  LiteralAt,
  SayPart,
  SayStatement,
  SpeakStatement,
  WordAt,
} from './syntax.ts'
import type { Token } from './tokens.ts'

export interface SpreadStatement {
  readonly name: WordAt
  readonly title?: string
}

export const spreadAt = (cursor: Cursor): SpreadStatement => {
  const name = cursor.name('the name of the spread')
  return cursor.isAtEnd ? { name } : { name, title: cursor.string('the title').text }
}

export const deckAt = (cursor: Cursor, declare: (name: WordAt) => void): DeckStatement => {
  const alias = cursor.name('an alias')
  declare(alias)
  cursor.require('=')
  const slug = cursor.word('the name of a deck')
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(slug.text))
    stop('syntax', slug, `"${slug.text}" is not a deck name`, 'decks are named like "stride-core"')
  if (!cursor.skip('@')) return { alias, slug }
  if (cursor.next.kind !== 'version') cursor.failMissing('a version like 1 or 1.2.0')
  return { alias, slug, version: cursor.take() }
}

const optionsAt = (cursor: Cursor): readonly LiteralAt[] => {
  const options = [cursor.literal('an option')]
  while (cursor.skip(',')) options.push(cursor.literal('an option'))
  for (const [at, option] of options.entries()) {
    const isRepeated = options.slice(0, at).some(({ value }) => value === option.value)
    if (isRepeated) stop('duplicate', option, 'this option is repeated')
  }
  return options
}

const TYPE_WORDS = ['yes', 'number', 'text', 'one', 'any']

const typeAt = (cursor: Cursor): { readonly type: AskType; readonly options?: readonly LiteralAt[] } => {
  const word = cursor.word('a type')
  switch (word.text) {
    case 'yes':
      cursor.require('/')
      cursor.require('no')
      return { type: 'yes/no' }
    case 'number':
    case 'text':
      return { type: word.text }
    case 'one':
    case 'any':
      cursor.require('of')
      return { type: `${word.text} of`, options: optionsAt(cursor) }
    default: {
      const types = 'types are yes/no, number, text, one of …, any of …'
      return stop('unknown_word', word, `no type "${word.text}"`, didYouMean(word.text, TYPE_WORDS) ?? types)
    }
  }
}

export const askAt = (cursor: Cursor, declare: (name: WordAt) => void): AskStatement => {
  const name = cursor.name('the name of a fact')
  declare(name)
  const question = cursor.string('the question').text
  cursor.require('as')
  const type = typeAt(cursor)
  if (!cursor.skip('default')) return { name, question, ...type }
  return { name, question, ...type, default: cursor.literal('the default') }
}

export const positionAt = (cursor: Cursor, declare: (name: WordAt) => void) => {
  const name = cursor.name('the name of the position')
  declare(name)
  return { name, title: cursor.string('the title').text }
}

const countAt = (cursor: Cursor): number | 'all' => {
  const token = cursor.next
  if (cursor.skip('all')) return 'all'
  if (token.kind !== 'number') cursor.failMissing('a number or "all"', ['all'])
  const count = cursor.number()
  if (!Number.isInteger(count) || count < 1) stop('syntax', token, `a draw takes 1 to ${SCRIPT_LIMITS.draw} cards`)
  if (count > SCRIPT_LIMITS.draw) stop('too_many', token, `a draw takes at most ${SCRIPT_LIMITS.draw} cards`)
  return count
}

export const drawAt = (cursor: Cursor): DrawStatement => {
  const { line, column, length } = cursor.next
  const count = countAt(cursor)
  cursor.require('from')
  const deck = cursor.name('the alias of a deck')
  const where = cursor.skip('where') ? conditionAt(cursor) : undefined
  const isTop = cursor.skip('top')
  return { count, countAt: { line, column, length }, deck, ...(where && { where }), isTop }
}

export const whenAt = (cursor: Cursor): Condition => conditionAt(cursor)

const factSource = (cursor: Cursor): FactSource => {
  if (cursor.isWord('if')) {
    cursor.take()
    const condition = conditionAt(cursor)
    cursor.require('then')
    const then = cursor.literal()
    cursor.require('else')
    if (cursor.skip('unknown')) return { kind: 'if', condition, then }
    return { kind: 'if', condition, then, else: cursor.literal() }
  }
  if (cursor.isWord('count')) {
    const { text: _, ...at } = cursor.take()
    // `count` alone is a text value.
    if (cursor.isAtEnd) return { kind: 'literal', literal: { ...at, value: 'count' } }
    return { kind: 'count', position: cursor.name('the name of a position') }
  }
  return { kind: 'literal', literal: cursor.literal() }
}

export const factAt = (cursor: Cursor, declare: (name: WordAt) => void): FactStatement => {
  const name = cursor.name('the name of a fact')
  declare(name)
  cursor.require('=')
  return { name, source: factSource(cursor) }
}

const PLACEHOLDER = /\{([^{}]*)\}/g
const REFERENCE = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?$/

const partsOf = ({ text, line, column }: Token): readonly SayPart[] => {
  const parts: SayPart[] = []
  let at = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > at) parts.push(text.slice(at, match.index))
    const span = { line, column: column + 1 + match.index, length: match[0].length }
    const ref = (match[1] ?? '').trim()
    if (!REFERENCE.test(ref)) stop('syntax', span, 'braces contain a fact, position.count or position.titles')
    parts.push({ ...span, text: ref })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push(text.slice(at))
  for (const brace of text.replaceAll(PLACEHOLDER, (whole) => ' '.repeat(whole.length)).matchAll(/[{}]/g))
    stop('syntax', { line, column: column + 1 + brace.index, length: 1 }, 'this brace has no partner')
  return parts
}

export const sayAt = (cursor: Cursor): SayStatement => {
  const text = cursor.string('the sentence')
  return { line: text.line, parts: partsOf(text) }
}

export const speakAt = (cursor: Cursor): SpeakStatement => {
  const { line } = cursor.next
  const role = cursor.skip('as') ? cursor.word('a role') : undefined
  cursor.require('about')
  const about = [cursor.name('a position')]
  while (cursor.skip(',')) about.push(cursor.name('a position'))
  return { line, about, ...(role && { role }) }
}
