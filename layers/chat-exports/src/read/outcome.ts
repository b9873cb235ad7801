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
  /** An item with text that no reader understands. */
  | 'unread_text'

/** Faults of complete items that no reader understands. */
export const UNSUPPORTED_FAULTS: ReadonlySet<FaultCode> = new Set(['unknown_shape', 'no_messages', 'unread_text'])

/** A line with a part of a thread. The other lines of the thread may be anywhere in the file. */
export interface ThreadFragment {
  readonly thread: string
  readonly title: string | undefined
  readonly messages: readonly FragmentMessage[]
  readonly vendor?: Vendor
  /** Field names of a line with text that no reader understands. */
  readonly unread?: readonly string[]
}

/**
 * A message of a fragment. Without `id`, its position identifies it; without `parentId`, it follows the previous message in
 * time.
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

const TITLE_CHARACTERS_MAX = 60

const firstWords = (messages: readonly Message[]): string => {
  for (const { role, parts, isHidden } of messages) {
    const text = role !== 'user' || isHidden ? undefined : parts.find(({ kind }) => kind === 'text')?.text.trim()
    if (text) return text.replace(/\s+/g, ' ').slice(0, TITLE_CHARACTERS_MAX).trim().toWellFormed()
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
  const titled = { ...members, title: title ?? firstWords(members.messages) }
  const conversation = { ...titled, sourceId: sourceId ?? `sha256:${contentHash(titled)}` }
  return isEmpty(conversation)
    ? { kind: 'empty', sourceId: conversation.sourceId }
    : { kind: 'conversation', conversation }
}
