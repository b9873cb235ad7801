import { type Conversation, INDEXED_KINDS, type Message, type Part } from '@signet/chat-exports'
import {
  type Branch,
  cutText,
  type IndexedConversation,
  type Window,
  type WindowKind,
  windowKeyOf,
} from '../index/index.ts'
import { boundedId, cutTo } from './text-bounds.ts'

/** Fits the input limit of the embedding models, with header and speakers (Cohere Embed v3: 2,048). */
const BODY_MAX = 1_900
const MESSAGES_MAX = 6

/** Maximum characters from the end of a window that the next one repeats, in whole messages. */
const CARRIED_MAX = 190
const CARRIED_MESSAGES_MAX = 2
const TITLE_MAX = 120

/** A long message begins in the previous window if that has this many characters left. */
const ROOM_MIN = 500

interface Speech {
  readonly messageId: string
  readonly createdAt: string | null
  readonly label: string
  readonly text: string
}

interface Piece {
  readonly messageId: string
  readonly createdAt: string | null
  readonly text: string
}

const SPEAKERS = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' } as const

const isSaid = ({ kind, text }: Part): boolean => kind !== 'attachment' && INDEXED_KINDS.has(kind) && text.trim() !== ''

/** Selects the visible messages of a conversation: messages of tools and instructions of the vendor are only stored. */
const isShown = ({ role, isHidden }: Message): boolean => !isHidden && (role === 'user' || role === 'assistant')

const speechOf = ({ id, role, author, createdAt, parts }: Message): Speech[] => {
  const text = parts
    .filter(isSaid)
    .map((part) => part.text.trim())
    .join('\n\n')
  return text === ''
    ? []
    : [{ messageId: boundedId(id), createdAt, label: cutTo(author ?? SPEAKERS[role], TITLE_MAX), text }]
}

const attachmentsOf = ({ id, createdAt, parts }: Message): Speech[] =>
  parts
    .filter(({ kind, text }) => kind === 'attachment' && text.trim() !== '')
    .map(({ name = 'attachment', text }) => ({
      messageId: boundedId(id),
      createdAt,
      label: cutTo(name, TITLE_MAX),
      text: text.trim(),
    }))

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length + 1, 0)

const carriedFrom = (pieces: readonly Piece[]): Piece[] => {
  const repeated = pieces.slice(-CARRIED_MESSAGES_MAX)
  while (repeated.length > 0 && lengthOf(repeated) > CARRIED_MAX) repeated.shift()
  return repeated.length < pieces.length ? repeated : []
}

/** Groups pieces into windows. Messages that fit in a window stay whole. */
const grouped = (speeches: readonly Speech[]): Piece[][] => {
  const groups: Piece[][] = []
  let current: Piece[] = []
  let fresh = 0
  const close = () => {
    if (fresh > 0) groups.push(current)
    current = carriedFrom(current)
    fresh = 0
  }
  const remaining = () => BODY_MAX - lengthOf(current)
  const add = ({ label, text, ...origin }: Speech) => {
    const piece = { ...origin, text: `${label}: ${text}` }
    if (current.length >= MESSAGES_MAX || piece.text.length > remaining()) close()
    // The repeated messages may leave too few characters.
    if (fresh === 0 && piece.text.length > remaining()) current = []
    current.push(piece)
    fresh++
  }
  for (const speech of speeches) {
    const most = BODY_MAX - speech.label.length - 2
    const rest = remaining() - speech.label.length - 2
    const isLong = speech.text.length > most
    const first = isLong && rest >= ROOM_MIN && current.length < MESSAGES_MAX ? rest : most
    for (const text of cutText(speech.text, most, first)) add({ ...speech, text })
  }
  close()
  return groups
}

/** Groups messages outside the active path by run: two answers to one question are two runs. */
const otherRuns = (messages: readonly Message[]): Message[][] => {
  const runs = new Map<string, Message[]>()
  for (const message of messages) {
    const before = message.parentId === null ? undefined : runs.get(message.parentId)
    const follows = before?.at(-1)?.id === message.parentId
    const run = before && follows ? before : []
    run.push(message)
    runs.set(message.id, run)
  }
  return [...new Set(runs.values())]
}

/** In words, as in questions: in March, on the 5th. */
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const headerOf = ({ title }: Conversation, at: string | null): string => {
  const date = at === null ? undefined : DATE.format(new Date(at))
  const shortTitle = cutTo(title.replaceAll(/\s+/g, ' ').trim(), TITLE_MAX) || 'Untitled'
  return date ? `${shortTitle} (${date})` : shortTitle
}

/**
 * Splits a conversation into windows of about six messages or 1,900 characters each, in message order: the active
 * branch, other branches, attachments. The same conversation always has the same windows.
 */
export const windowsOf = (conversationId: string, conversation: Conversation): Window[] => {
  const active = new Set(conversation.activePath)
  const shownMessages = conversation.messages.filter(isShown)
  const onPath = shownMessages.filter(({ id }) => active.has(id))
  const beside = otherRuns(shownMessages.filter(({ id }) => !active.has(id)))
  const runs: { readonly speeches: Speech[]; readonly branch: Branch; readonly kind: WindowKind }[] = [
    { speeches: onPath.flatMap(speechOf), branch: 'active', kind: 'messages' },
    ...beside.map((run) => ({ speeches: run.flatMap(speechOf), branch: 'other' as const, kind: 'messages' as const })),
    ...shownMessages.map((message) => ({
      speeches: attachmentsOf(message),
      branch: active.has(message.id) ? ('active' as const) : ('other' as const),
      kind: 'attachment' as const,
    })),
  ]
  return runs
    .flatMap(({ speeches, branch, kind }) => grouped(speeches).map((group) => ({ group, branch, kind })))
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
  model: conversation.model && cutTo(conversation.model),
  windows: windowsOf(conversationId, conversation),
})
