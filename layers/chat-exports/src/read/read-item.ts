import { type Buffer, isAscii } from 'node:buffer'
import { CONVERSATION_LIKE_FORMATS, FORMATS } from './formats.ts'
import { fragmentOf } from './fragment.ts'
import { type Entry, entriesOf, entryOf, RoundedIdError } from './json.ts'
import { exchangeMessages, findMessages, messagesIn } from './message-lists.ts'
import { faultOf, type Outcome } from './outcome.ts'
import { readThread } from './thread.ts'
import { readCell } from './vendors/gemini-cell.ts'
import { mistralThread } from './vendors/mistral.ts'
import { hasText, keysOf } from './walk.ts'

type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown

const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown

// ChatGPT escapes all non-ASCII characters, so its bytes are ASCII, which `latin1` decodes faster than `utf8`.
const textOf = (raw: Buffer): string => raw.toString(isAscii(raw) ? 'latin1' : 'utf8')

/**
 * Parses a JSON text.
 * @throws SyntaxError
 */
const parseJson = (raw: Buffer): unknown => parse(textOf(raw))

/**
 * Parses a JSON text; numbers that a double may have rounded become texts of their digits. Takes several times as long as
 * `parseJson`.
 * @throws SyntaxError
 */
const parseJsonWithDigits = (raw: Buffer): unknown =>
  parse(textOf(raw), (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? source : value,
  )

/** Invalid tokens that some programs write: NaN, Infinity and trailing commas. */
const INVALID_TOKENS = /([:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])|,(?=\s*[\]}])/g

/**
 * Parses a text that is JSON except for line breaks within strings, NaN, Infinity or trailing commas. Returns `undefined`
 * for other texts.
 */
const parseNearlyJson = (raw: Buffer): unknown => {
  try {
    return parse(
      textOf(raw)
        .replaceAll(/\p{Cc}/gu, ' ')
        .replaceAll(INVALID_TOKENS, (_all, before: string | undefined) =>
          before === undefined ? '' : `${before}null`,
        ),
    )
  } catch {
    return undefined
  }
}

const readList = (items: readonly unknown[], key: string | undefined): Outcome => {
  const mistral = mistralThread(items)
  const messages = mistral ? undefined : messagesIn(items)
  if (mistral) return readThread(mistral, key)
  if (messages) return readThread({ vendor: 'thread', metadata: {}, messages }, key)
  const [first] = entriesOf(items)
  const onlyItem = items.length === 1 && first ? readEntry(first, key) : undefined
  return onlyItem ?? faultOf('unknown_shape', keysOf(items))
}

const readByFormats = (formats: typeof FORMATS, item: Entry, key: string | undefined): Outcome | undefined => {
  for (const format of formats) {
    const outcome = format(item, key)
    if (outcome) return outcome
  }
  return undefined
}

/** Checks for an entry of a list of conversations, which contains a title but no messages. */
const isListEntry = (item: Entry): boolean => ('title' in item || 'name' in item) && item.type === undefined

const WRAPPER_DEPTH_MAX = 3

/** Reads the only conversation among the members of an item, or deeper. */
const readWrapped = (item: Entry, key: string | undefined, depth = 0): Outcome | undefined => {
  const innerEntries = entriesOf(Object.values(item))
  const outcomes = innerEntries.flatMap((inner) => readByFormats(FORMATS, inner, key) ?? [])
  if (outcomes.length === 1) return outcomes[0]
  if (outcomes.length > 1 || depth === WRAPPER_DEPTH_MAX) return undefined
  const deeper = innerEntries.flatMap((inner) => readWrapped(inner, key, depth + 1) ?? [])
  return deeper.length === 1 ? deeper[0] : undefined
}

const readUnknown = (item: Entry, key: string | undefined): Outcome => {
  const inner = readWrapped(item, key)
  if (inner) return inner
  const messages = findMessages(item) ?? exchangeMessages(item)
  if (messages) return readThread({ vendor: 'thread', metadata: item, messages }, key)
  return faultOf(isListEntry(item) && !hasText(item) ? 'no_messages' : 'unknown_shape', keysOf(item))
}

const readEntry = (item: Entry, key: string | undefined): Outcome => {
  const conversation = readByFormats(FORMATS, item, key)
  if (conversation) return conversation
  const fragment = fragmentOf(item)
  if (fragment && fragment.messages.length > 0) return { kind: 'fragment', fragment }
  const conversationLike = readByFormats(CONVERSATION_LIKE_FORMATS, item, key)
  if (conversationLike) return conversationLike
  if (fragment && !isListEntry(item)) return { kind: 'fragment', fragment }
  return readUnknown(item, key)
}

/** Returns a fault instead of `empty` if the value contains text, because no reader has read it. */
const faultIfNotEmpty = (outcome: Outcome, value: unknown): Outcome =>
  outcome.kind === 'empty' && hasText(value) ? faultOf('unread_text', keysOf(value)) : outcome

const readValue = (value: unknown, key: string | undefined): Outcome => {
  if (Array.isArray(value)) return faultIfNotEmpty(readList(value, key), value)
  const item = entryOf(value)
  return item ? faultIfNotEmpty(readEntry(item, key), item) : faultOf('unknown_shape')
}

const readLeniently = (value: unknown, key: string | undefined): Outcome => {
  try {
    const outcome = readValue(value, key)
    return outcome.kind === 'conversation' || outcome.kind === 'fragment' ? outcome : faultOf('invalid_json')
  } catch (error) {
    if (error instanceof RoundedIdError) return faultOf('invalid_json')
    throw error
  }
}

/** The character `<`. */
const HTML_START = 0x3c

/**
 * Reads one item of a file: a conversation of any vendor, a fragment of a thread, or a fault. Readers store unknown content
 * as text. `key` is the key of the item in a file of keyed items. It is the id of a conversation without an id.
 */
export const readItem = (raw: Buffer, key?: string): Outcome => {
  if (raw[0] === HTML_START) return readCell(raw)
  try {
    return readValue(parseJson(raw), key)
  } catch (error) {
    if (error instanceof RoundedIdError) return readValue(parseJsonWithDigits(raw), key)
    if (!(error instanceof SyntaxError)) throw error
    const value = parseNearlyJson(raw)
    return value === undefined ? faultOf('invalid_json') : readLeniently(value, key)
  }
}
