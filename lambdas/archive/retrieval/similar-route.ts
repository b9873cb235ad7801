import type { Conversation } from '@signet/chat-exports'
import { reply } from '@signet/contracts'
import { notFound, route } from '@signet/kernel'
import {
  type ConversationReader,
  type PackReader,
  type RetrieveDeps,
  resultsOf,
  retrieve,
  windowsOf,
} from '@signet/search/conversations'
import { workspaceOf } from '@signet/search/conversations/callers'
import { similarConversations } from '../contract/search.ts'
import { tellingWords } from './telling-words.ts'

interface Deps extends RetrieveDeps {
  readonly conversations: ConversationReader
  readonly packs: PackReader
}

const COPIES_MAX = 20
const BEGINNING_MAX = 600

const queryOf = (id: string, conversation: Conversation): string => {
  const texts = windowsOf(id, conversation).map(({ text }) => text)
  const [first = ''] = texts
  return [conversation.title, first.slice(0, BEGINNING_MAX), ...tellingWords(texts.join('\n'))].join(' ')
}

export const similarRoute = (deps: Deps) =>
  route(similarConversations, async ({ caller, params: { id }, query: { limit } }) => {
    const workspace = workspaceOf(caller)
    const row = await deps.conversations.get(workspace, id)
    const conversation = row && (await deps.packs.read(row.pack))
    if (row === undefined || conversation === undefined) return notFound('conversation')
    const text = queryOf(id, conversation)
    const wanted = limit + 1 + COPIES_MAX
    const asked = { workspace, text, branches: 'active', filter: {}, limit: wanted, threshold: 0 } as const
    const conversations = await retrieve(deps, asked)
    const others = conversations.filter(
      (other) => other.row.conversation !== id && other.row.content_hash !== row.content_hash,
    )
    return reply(200, { results: await resultsOf(deps, workspace, text, others.slice(0, limit)) })
  })
