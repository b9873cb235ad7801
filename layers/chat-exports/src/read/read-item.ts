import { type Buffer, isAscii } from 'node:buffer'
import { CONVERSATION_LIKE_FORMATS, FORMATS } from './formats.ts'
import { fragmentOf } from './fragment.ts'
import { type Entry, entriesOf, entryOf, RoundedId } from './json.ts'
import { exchangeMessages, messagesIn, messagesWithin } from './message-lists.ts'
import { faultOf, type Outcome } from './outcome.ts'
import { readThread } from './thread.ts'
import { readCell } from './vendors/gemini-cell.ts'
import { mistralThread } from './vendors/mistral.ts'
import { hasText, keysOf } from './walk.ts'

type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown

const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown

// ChatGPT escapes all non-ASCII characters, so such bytes need no decoding.
const textOf = (raw: Buffer): string => raw.toString(isAscii(raw) ? 'latin1' : 'utf8')

/**
 * Parses a JSON text.
 * @throws SyntaxError
 */
const parsed = (raw: Buffer): unknown => parse(textOf(raw))

/**
 * Parses a JSON text; numbers that a double may have rounded become texts of their digits. Takes several times as long
 * as `parsed`.
 * @throws SyntaxError
 */
const parsedWithDigits = (raw: Buffer): unknown =>
  parse(textOf(raw), (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? source : value,
  )

/** Invalid JSON that some programs write: NaN and Infinity, and trailing commas. */
const NO_JSON = /([:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])|,(?=\s*[\]}])/g

/**
 * Parses a text that is nearly JSON: with line breaks within strings, NaN or Infinity, or trailing commas. Returns
 * `undefined` otherwise.
 */
const nearlyParsed = (raw: Buffer): unknown => {
  try {
    return parse(
      textOf(raw)
        .replaceAll(/\p{Cc}/gu, ' ')
        .replaceAll(NO_JSON, (_all, before: string | undefined) => (before === undefined ? '' : `${before}null`)),
    )
  } catch {
    return undefined
  }
}

const readList = (items: readonly unknown[], key: string | undefined): Outcome => {
  const mistral = mistralThread(items)
  const messages = mistral ? undefined : messagesIn(items)
  if (mistral) return readThread(mistral, key)
  if (messages) return readThread({ vendor: 'thread', about: {}, messages }, key)
  const [first] = entriesOf(items)
  const only = items.length === 1 && first ? readEntry(first, key) : undefined
  return only ?? faultOf('unknown_shape', keysOf(items))
}

const readByFormats = (formats: typeof FORMATS, item: Entry, key: string | undefined): Outcome | undefined => {
  for (const format of formats) {
    const outcome = format(item, key)
    if (outcome) return outcome
  }
  return undefined
}

const isListed = (item: Entry): boolean => ('title' in item || 'name' in item) && item.type === undefined

const WRAPPED_MAX = 3

const wrapped = (item: Entry, key: string | undefined, depth = 0): Outcome | undefined => {
  const inside = entriesOf(Object.values(item))
  const outcomes = inside.flatMap((inner) => readByFormats(FORMATS, inner, key) ?? [])
  if (outcomes.length === 1) return outcomes[0]
  if (outcomes.length > 1 || depth === WRAPPED_MAX) return undefined
  const deeper = inside.flatMap((inner) => wrapped(inner, key, depth + 1) ?? [])
  return deeper.length === 1 ? deeper[0] : undefined
}

const readUnknown = (item: Entry, key: string | undefined): Outcome => {
  const inner = wrapped(item, key)
  if (inner) return inner
  const messages = messagesWithin(item) ?? exchangeMessages(item)
  if (messages) return readThread({ vendor: 'thread', about: item, messages }, key)
  return faultOf(isListed(item) && !hasText(item) ? 'no_messages' : 'unknown_shape', keysOf(item))
}

const readEntry = (item: Entry, key: string | undefined): Outcome => {
  const conversation = readByFormats(FORMATS, item, key)
  if (conversation) return conversation
  const fragment = fragmentOf(item)
  if (fragment && fragment.messages.length > 0) return { kind: 'fragment', fragment }
  const paper = readByFormats(CONVERSATION_LIKE_FORMATS, item, key)
  if (paper) return paper
  if (fragment && !isListed(item)) return { kind: 'fragment', fragment }
  return readUnknown(item, key)
}

/** `empty` requires proof: with text that no reader took, the item counts as unsupported. */
const proven = (outcome: Outcome, value: unknown): Outcome =>
  outcome.kind === 'empty' && hasText(value) ? faultOf('unread_text', keysOf(value)) : outcome

const readValue = (value: unknown, key: string | undefined): Outcome => {
  if (Array.isArray(value)) return proven(readList(value, key), value)
  const item = entryOf(value)
  return item ? proven(readEntry(item, key), item) : faultOf('unknown_shape')
}

const readLeniently = (value: unknown, key: string | undefined): Outcome => {
  try {
    const outcome = readValue(value, key)
    return outcome.kind === 'conversation' || outcome.kind === 'fragment' ? outcome : faultOf('invalid_json')
  } catch (error) {
    if (error instanceof RoundedId) return faultOf('invalid_json')
    throw error
  }
}

const HTML = 0x3c

/**
 * Reads one item of a file: a conversation of any vendor, a fragment of a thread, or a fault. Readers are tolerant and
 * store unknown content as text. `key` is the item's key in a file of keyed entries, and the id of a conversation
 * without one.
 */
export const readItem = (raw: Buffer, key?: string): Outcome => {
  if (raw[0] === HTML) return readCell(raw)
  try {
    return readValue(parsed(raw), key)
  } catch (error) {
    if (error instanceof RoundedId) return readValue(parsedWithDigits(raw), key)
    if (!(error instanceof SyntaxError)) throw error
    const value = nearlyParsed(raw)
    return value === undefined ? faultOf('invalid_json') : readLeniently(value, key)
  }
}
