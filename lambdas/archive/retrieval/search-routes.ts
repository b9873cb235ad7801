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
import { termPositions } from '@signet/search/index'
import { searchArchive, similarConversations } from '../contract/search.ts'

const WORDS_MAX = 24

/**
 * Returns the most significant words of a text. The weight of a word grows with its frequency, and with its length, because
 * rare words tend to be long.
 */
const significantWords = (text: string): readonly string[] => {
  const counts = new Map<string, { readonly word: string; count: number }>()
  for (const { term, start, end } of termPositions(text)) {
    const entry = counts.get(term)
    if (entry) entry.count++
    else counts.set(term, { word: text.slice(start, end), count: 1 })
  }
  const weight = ({ word, count }: { readonly word: string; readonly count: number }) =>
    Math.log(1 + count) * Math.min(10, word.length)
  return [...counts.values()]
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, WORDS_MAX)
    .map(({ word }) => word)
}

export const searchRoute = (deps: RetrieveDeps) =>
  route(searchArchive, async ({ caller, query: { q, limit, threshold, branches, ...filter } }) => {
    const workspace = workspaceOf(caller)
    const conversations = await retrieve(deps, { workspace, text: q, limit, threshold, branches, filter })
    return reply(200, { results: await resultsOf(deps, workspace, q, conversations) })
  })

interface Deps extends RetrieveDeps {
  readonly conversations: ConversationReader
  readonly packs: PackReader
}

/** Additional conversations to retrieve, because copies of the conversation are excluded. */
const COPIES_MAX = 20
const BEGINNING_MAX = 600

const queryOf = (id: string, conversation: Conversation): string => {
  const texts = windowsOf(id, conversation).map(({ text }) => text)
  const [first = ''] = texts
  return [conversation.title, first.slice(0, BEGINNING_MAX), ...significantWords(texts.join('\n'))].join(' ')
}

export const similarRoute = (deps: Deps) =>
  route(similarConversations, async ({ caller, params: { id }, query: { limit } }) => {
    const workspace = workspaceOf(caller)
    const row = await deps.conversations.get(workspace, id)
    const conversation = row && (await deps.packs.read(row.pack))
    if (row === undefined || conversation === undefined) return notFound('conversation')
    const text = queryOf(id, conversation)
    const retrievedMax = limit + 1 + COPIES_MAX
    const retrieval = { workspace, text, branches: 'active', filter: {}, limit: retrievedMax, threshold: 0 } as const
    const conversations = await retrieve(deps, retrieval)
    const otherConversations = conversations.filter(
      (other) => other.row.conversation !== id && other.row.content_hash !== row.content_hash,
    )
    return reply(200, { results: await resultsOf(deps, workspace, text, otherConversations.slice(0, limit)) })
  })
