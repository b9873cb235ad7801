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
import { termsAt } from '@signet/search/index'
import { searchArchive, similarConversations } from '../contract/search.ts'

const WORDS_MAX = 24

/**
 * Returns the most significant words of a text. The score grows with frequency and with length, because rare words tend
 * to be long.
 */
const tellingWords = (text: string): readonly string[] => {
  const counts = new Map<string, { readonly word: string; count: number }>()
  for (const { term, start, end } of termsAt(text)) {
    const counted = counts.get(term)
    if (counted) counted.count++
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
