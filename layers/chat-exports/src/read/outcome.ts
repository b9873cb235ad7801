import { contentHash } from '../content-hash.ts'
import type { Conversation, Message } from '../conversation.ts'
import type { Vendor } from '../vendors.ts'

export type FaultCode =
  | 'invalid_json'
  | 'truncated'
  | 'too_deep'
  | 'oversize'
  | 'unknown_shape'
  /** A conversation without its messages, as in lists of shared conversations. */
  | 'no_messages'
  /** A conversation with text in messages that no reader understands. */
  | 'unread_text'

/** Faults of complete items that no reader understands. */
export const UNSUPPORTED: ReadonlySet<FaultCode> = new Set(['unknown_shape', 'no_messages', 'unread_text'])

/** A line with a message or a run of a thread whose other lines are elsewhere in the file. */
export interface ThreadFragment {
  readonly thread: string
  readonly title: string | undefined
  readonly messages: readonly FragmentMessage[]
  readonly vendor?: Vendor
  readonly unread?: readonly string[]
}

/**
 * A message of a fragment. Without `id`, its position is its name; without `parentId`, it follows the previous message
 * in time.
 */
export interface FragmentMessage extends Omit<Message, 'id' | 'parentId'> {
  readonly id: string | undefined
  readonly parentId: string | undefined
}

export type Outcome =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  | { readonly kind: 'empty'; readonly sourceId: string }
  | { readonly kind: 'fragment'; readonly fragment: ThreadFragment }
  | { readonly kind: 'fault'; readonly code: FaultCode; readonly keys?: readonly string[] }

export const faultOf = (code: FaultCode, keys: readonly string[] = []): Outcome =>
  keys.length === 0 ? { kind: 'fault', code } : { kind: 'fault', code, keys }

/** Returns whether a conversation has no text at all, including hidden messages, reasoning and instructions. */
export const isEmpty = ({ messages, instructions = '' }: Pick<Conversation, 'messages' | 'instructions'>): boolean =>
  instructions.trim() === '' && !messages.some(({ parts }) => parts.some(({ text }) => text.trim() !== ''))

const WORDS_OF_TITLE = 60

const firstWords = (messages: readonly Message[]): string => {
  for (const { role, parts, isHidden } of messages) {
    const text = role !== 'user' || isHidden ? undefined : parts.find(({ kind }) => kind === 'text')?.text.trim()
    if (text) return text.replace(/\s+/g, ' ').slice(0, WORDS_OF_TITLE).trim().toWellFormed()
  }
  return 'Untitled'
}

export const outcomeOf = ({
  title,
  sourceId,
  ...members
}: Omit<Conversation, 'title' | 'sourceId'> & {
  readonly title: string | undefined
  readonly sourceId: string | undefined
}): Outcome => {
  const named = { ...members, title: title ?? firstWords(members.messages) }
  const conversation = { ...named, sourceId: sourceId ?? `sha256:${contentHash(named)}` }
  return isEmpty(conversation)
    ? { kind: 'empty', sourceId: conversation.sourceId }
    : { kind: 'conversation', conversation }
}
