import { contentHash } from '../content-hash.ts'
import { type Conversation, INDEXED_KINDS, type Message } from '../conversation.ts'

/** Why an item of a file could not be read as a conversation. */
export type FaultCode =
  /** It is not JSON. */
  | 'invalid_json'
  /** The file ends in the middle of it. */
  | 'truncated'
  /** Objects and lists within one another beyond the limit. */
  | 'too_deep'
  /** Bytes beyond the limit. */
  | 'oversize'
  /** JSON, and nothing that any reader knows. */
  | 'unknown_shape'
  /** A conversation of ChatGPT without its messages, as in lists of shared conversations. */
  | 'no_messages'

/** A line with a message or a run of a thread whose other lines are elsewhere in the file. */
export interface ThreadFragment {
  /** The thread's key in this file. */
  readonly thread: string
  /** Facts about the thread, as far as this line has them. */
  readonly title: string | undefined
  readonly messages: readonly FragmentMessage[]
}

/** A message of a fragment; without `id` its place is its name, without `parentId` it follows the one before it in time. */
export interface FragmentMessage extends Omit<Message, 'id' | 'parentId'> {
  readonly id: string | undefined
  readonly parentId: string | undefined
}

/** The result of reading an item of a file. */
export type Outcome =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  /** A conversation without any content. */
  | { readonly kind: 'empty'; readonly sourceId: string }
  | { readonly kind: 'fragment'; readonly fragment: ThreadFragment }
  | { readonly kind: 'fault'; readonly code: FaultCode }

/** An item as a fault. */
export const faultOf = (code: FaultCode): Outcome => ({ kind: 'fault', code })

const saysSomething = ({ isHidden, parts }: Message): boolean =>
  parts.some(({ kind, text }) => text.trim() !== '' && (INDEXED_KINDS.has(kind) ? !isHidden : kind === 'pointer'))

/** Whether anybody said or attached anything. */
export const isEmpty = ({ messages }: Pick<Conversation, 'messages'>): boolean => !messages.some(saysSomething)

const WORDS_OF_TITLE = 60

/** A title for a conversation without one: how its first message begins. */
const firstWords = (messages: readonly Message[]): string => {
  for (const { role, parts, isHidden } of messages) {
    const text = role !== 'user' || isHidden ? undefined : parts.find(({ kind }) => kind === 'text')?.text.trim()
    if (text) return text.replace(/\s+/g, ' ').slice(0, WORDS_OF_TITLE).trim().toWellFormed()
  }
  return 'Untitled'
}

/** A conversation with the title and the id that it lacked, or that it is empty. */
export const outcomeOf = ({
  title,
  sourceId,
  ...read
}: Omit<Conversation, 'title' | 'sourceId'> & {
  readonly title: string | undefined
  readonly sourceId: string | undefined
}): Outcome => {
  const named = { ...read, title: title ?? firstWords(read.messages) }
  const conversation = { ...named, sourceId: sourceId ?? `sha256:${contentHash(named)}` }
  return isEmpty(conversation)
    ? { kind: 'empty', sourceId: conversation.sourceId }
    : { kind: 'conversation', conversation }
}
