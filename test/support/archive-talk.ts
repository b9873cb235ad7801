import type { Conversation, Message, Part } from '@signet/chat-exports'

/** A message; user and assistant alternate unless it names its role. */
export interface TalkMessage {
  readonly text: string
  readonly role?: Message['role']
  /** Position of the message that it follows; by default the previous one. */
  readonly after?: number
  readonly parts?: readonly Part[]
  readonly isHidden?: boolean
}

export interface Talk {
  readonly id: string
  readonly title?: string
  readonly at?: string
  readonly vendor?: Conversation['vendor']
  readonly model?: string
  /** Messages in order; a text alternates between user and assistant. */
  readonly said: readonly (string | TalkMessage)[]
  /** Position of the active leaf; by default the last message. */
  readonly leaf?: number
}

const MINUTE_MS = 60_000

/** Returns a conversation in the form of the export readers. */
export const talk = ({
  id,
  title = id,
  at = '2026-01-01T09:00:00.000Z',
  vendor = 'chatgpt',
  model,
  said,
  leaf,
}: Talk): Conversation => {
  const start = Date.parse(at)
  const messages = said.map((each, i): Message => {
    const { text, role, after = i - 1, parts, isHidden = false } = typeof each === 'string' ? { text: each } : each
    return {
      id: `${id}-m${i}`,
      parentId: after < 0 ? null : `${id}-m${after}`,
      role: role ?? (i % 2 === 0 ? 'user' : 'assistant'),
      createdAt: new Date(start + i * MINUTE_MS).toISOString(),
      model: model ?? null,
      parts: parts ?? [{ kind: 'text', text }],
      isHidden,
    }
  })
  const parents = new Map(messages.map(({ id: own, parentId }) => [own, parentId]))
  const activePath: string[] = []
  for (let own: string | null = `${id}-m${leaf ?? said.length - 1}`; own !== null; own = parents.get(own) ?? null) {
    activePath.unshift(own)
  }
  const updatedAt = messages.at(-1)?.createdAt ?? at
  return { vendor, sourceId: id, title, createdAt: at, updatedAt, model: model ?? null, messages, activePath }
}

/** Returns conversations as a ChatGPT export, with their branches. */
export const chatGptExport = (...talks: readonly Talk[]): string =>
  JSON.stringify(
    talks.map((each) => {
      const { sourceId, title, createdAt, updatedAt, model, messages, activePath } = talk(each)
      const seconds = (instant: string | null) => Date.parse(instant ?? '') / 1000
      const mapping = messages.map(({ id, parentId, role, createdAt: at, parts }) => [
        id,
        {
          id,
          parent: parentId,
          children: messages.filter((other) => other.parentId === id).map((other) => other.id),
          message: {
            id,
            author: { role },
            create_time: seconds(at),
            content: { content_type: 'text', parts: parts.map(({ text }) => text) },
            metadata: model ? { model_slug: model } : {},
            recipient: 'all',
          },
        },
      ])
      return {
        id: sourceId,
        title,
        create_time: seconds(createdAt),
        update_time: seconds(updatedAt),
        default_model_slug: model,
        current_node: activePath.at(-1),
        mapping: Object.fromEntries(mapping),
      }
    }),
  )
