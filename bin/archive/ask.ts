import { requireArgument } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import { type ArchiveCall, archiveService } from './client.ts'

interface SearchReply {
  readonly results: readonly {
    readonly score: number
    readonly conversation: { readonly id: string; readonly title: string }
    readonly hits: readonly { readonly snippet: { readonly text: string } }[]
  }[]
}

const searchText = ({ results }: SearchReply): string =>
  results
    .flatMap(({ conversation, score, hits }) => [
      `${score.toFixed(2)}  ${conversation.title}  ${conversation.id}`,
      ...hits.map(({ snippet }) => `      ${snippet.text.replace(/\s+/g, ' ')}`),
    ])
    .join('\n')

export const search = async (call: ArchiveCall): Promise<number> => {
  const { flags, words } = call
  const query = new URLSearchParams({ q: requireArgument('signet archive search', 'words', words) })
  for (const name of ['limit', 'from', 'to', 'vendor'] as const) {
    const value = flags[name]
    if (value !== undefined) query.set(name, value)
  }
  const reply = await archiveService(call).call<SearchReply>('GET', `/api/search?${query}`)
  return printReply(call, reply, () => (reply.results.length === 0 ? 'No conversations match.' : searchText(reply)))
}

interface ChatReply {
  readonly answer: string
  readonly citations: readonly {
    readonly id: number | string
    readonly title: string
    readonly quote: string
    readonly conversationId: string
  }[]
}

const answerText = ({ answer, citations }: ChatReply): string =>
  [
    answer,
    ...citations.map(({ id, title, quote, conversationId }) => `\n[${id}] ${title} (${conversationId})\n    ${quote}`),
  ].join('\n')

export const ask = async (call: ArchiveCall): Promise<number> => {
  const question = requireArgument('signet archive ask', 'a question', call.words)
  const reply = await archiveService(call).call<ChatReply>('POST', '/api/chat', { question, history: [] })
  return printReply(call, reply, () => answerText(reply))
}
