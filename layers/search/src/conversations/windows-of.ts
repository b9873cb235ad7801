import { type Conversation, INDEXED_KINDS, type Message, type Part } from '@signet/chat-exports'
import {
  type Branch,
  cutText,
  type IndexedConversation,
  type Window,
  type WindowKind,
  windowKeyOf,
} from '../index/index.ts'
import { boundedId, truncateText } from './text-bounds.ts'

/** With header and speakers, a window fits the input limit of the embedding models (Cohere Embed v3: 2,048 characters). */
const BODY_CHARACTERS_MAX = 1_900
const MESSAGES_MAX = 6

/** Maximum characters of the last messages of a window that the next window repeats. */
const CARRIED_MAX = 190
const CARRIED_MESSAGES_MAX = 2
const TITLE_MAX = 120

/** A long message begins in the current window if that has at least this many characters left. */
const REMAINING_CHARACTERS_MIN = 500

/** The text of a message or an attachment; `label` is the speaker or the file name. */
interface LabeledText {
  readonly messageId: string
  readonly createdAt: string | null
  readonly label: string
  readonly text: string
}

/** A labeled text, or a part of a long one, that fits in one window. */
interface Piece {
  readonly messageId: string
  readonly createdAt: string | null
  readonly text: string
}

const SPEAKERS = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' } as const

const isConversationText = ({ kind, text }: Part): boolean =>
  kind !== 'attachment' && INDEXED_KINDS.has(kind) && text.trim() !== ''

/** Messages of tools and instructions of the vendor are stored, but not indexed. */
const isIndexedMessage = ({ role, isHidden }: Message): boolean =>
  !isHidden && (role === 'user' || role === 'assistant')

const labeledTextsOf = ({ id, role, author, createdAt, parts }: Message): LabeledText[] => {
  const text = parts
    .filter(isConversationText)
    .map((part) => part.text.trim())
    .join('\n\n')
  return text === ''
    ? []
    : [{ messageId: boundedId(id), createdAt, label: truncateText(author ?? SPEAKERS[role], TITLE_MAX), text }]
}

const attachmentsOf = ({ id, createdAt, parts }: Message): LabeledText[] =>
  parts
    .filter(({ kind, text }) => kind === 'attachment' && text.trim() !== '')
    .map(({ name = 'attachment', text }) => ({
      messageId: boundedId(id),
      createdAt,
      label: truncateText(name, TITLE_MAX),
      text: text.trim(),
    }))

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length + 1, 0)

const carriedFrom = (pieces: readonly Piece[]): Piece[] => {
  const repeated = pieces.slice(-CARRIED_MESSAGES_MAX)
  while (repeated.length > 0 && lengthOf(repeated) > CARRIED_MAX) repeated.shift()
  return repeated.length < pieces.length ? repeated : []
}

/** Groups texts into the pieces of each window. Texts that fit in one window are not split. */
const groupsOf = (labeledTexts: readonly LabeledText[]): Piece[][] => {
  const groups: Piece[][] = []
  let current: Piece[] = []
  let newPieces = 0
  const closeGroup = () => {
    if (newPieces > 0) groups.push(current)
    current = carriedFrom(current)
    newPieces = 0
  }
  const remaining = () => BODY_CHARACTERS_MAX - lengthOf(current)
  const add = ({ label, text, ...origin }: LabeledText) => {
    const piece = { ...origin, text: `${label}: ${text}` }
    if (current.length >= MESSAGES_MAX || piece.text.length > remaining()) closeGroup()
    // The repeated messages may leave too few characters for the piece.
    if (newPieces === 0 && piece.text.length > remaining()) current = []
    current.push(piece)
    newPieces++
  }
  for (const labeledText of labeledTexts) {
    // 2: the characters of `: ` after the label.
    const textMax = BODY_CHARACTERS_MAX - labeledText.label.length - 2
    const charactersLeft = remaining() - labeledText.label.length - 2
    const isLong = labeledText.text.length > textMax
    const firstMax =
      isLong && charactersLeft >= REMAINING_CHARACTERS_MIN && current.length < MESSAGES_MAX ? charactersLeft : textMax
    for (const text of cutText(labeledText.text, textMax, firstMax)) add({ ...labeledText, text })
  }
  closeGroup()
  return groups
}

/** Groups messages outside the active path into runs without branches: two answers to one question are two runs. */
const otherRuns = (messages: readonly Message[]): Message[][] => {
  const runs = new Map<string, Message[]>()
  for (const message of messages) {
    const parentRun = message.parentId === null ? undefined : runs.get(message.parentId)
    const isContinuation = parentRun?.at(-1)?.id === message.parentId
    const run = parentRun && isContinuation ? parentRun : []
    run.push(message)
    runs.set(message.id, run)
  }
  return [...new Set(runs.values())]
}

/** The month in words, because users write it so in questions. */
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const headerOf = ({ title }: Conversation, instant: string | null): string => {
  const date = instant === null ? undefined : DATE.format(new Date(instant))
  const shortTitle = truncateText(title.replaceAll(/\s+/g, ' ').trim(), TITLE_MAX) || 'Untitled'
  return date ? `${shortTitle} (${date})` : shortTitle
}

/**
 * Splits a conversation into windows of about six messages or 1,900 characters each, in message order: the active
 * branch, other branches, attachments. The same conversation always has the same windows.
 */
export const windowsOf = (conversationId: string, conversation: Conversation): Window[] => {
  const active = new Set(conversation.activePath)
  const indexedMessages = conversation.messages.filter(isIndexedMessage)
  const activeMessages = indexedMessages.filter(({ id }) => active.has(id))
  const otherBranches = otherRuns(indexedMessages.filter(({ id }) => !active.has(id)))
  const runs: { readonly labeledTexts: LabeledText[]; readonly branch: Branch; readonly kind: WindowKind }[] = [
    { labeledTexts: activeMessages.flatMap(labeledTextsOf), branch: 'active', kind: 'messages' },
    ...otherBranches.map((run) => ({
      labeledTexts: run.flatMap(labeledTextsOf),
      branch: 'other' as const,
      kind: 'messages' as const,
    })),
    ...indexedMessages.map((message) => ({
      labeledTexts: attachmentsOf(message),
      branch: active.has(message.id) ? ('active' as const) : ('other' as const),
      kind: 'attachment' as const,
    })),
  ]
  return runs
    .flatMap(({ labeledTexts, branch, kind }) => groupsOf(labeledTexts).map((group) => ({ group, branch, kind })))
    .map(({ group, branch, kind }, ordinal) => {
      const messageIds = [...new Set(group.map(({ messageId }) => messageId))]
      const createdAt = group.find((piece) => piece.createdAt !== null)?.createdAt ?? conversation.createdAt
      return {
        windowKey: windowKeyOf(conversationId, messageIds[0] ?? '', ordinal),
        messageIds,
        branch,
        kind,
        createdAt,
        text: [headerOf(conversation, createdAt), ...group.map(({ text }) => text)].join('\n'),
      }
    })
}

export const indexedConversation = (
  { conversationId, version }: Pick<IndexedConversation, 'conversationId' | 'version'>,
  conversation: Conversation,
): IndexedConversation => ({
  conversationId,
  version,
  vendor: conversation.vendor,
  model: conversation.model && truncateText(conversation.model),
  windows: windowsOf(conversationId, conversation),
})
