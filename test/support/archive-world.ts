import { type AskDeps, ask, type Question, type Scope } from '../../layers/search/src/answers/ask.ts'
import type { AnswerMaker } from '../../layers/search/src/answers/claim.ts'
import type { ChatAnswer } from '../../layers/search/src/answers/contract/chat-answer.ts'
import { tokenCounter } from '../../layers/search/src/answers/count-tokens.ts'
import { extractiveAnswer } from '../../layers/search/src/answers/extractive-answer.ts'
import type { ConversationRow } from '../../layers/search/src/conversations/read-conversations.ts'
import { type Talk, talk } from './archive-talk.ts'
import { type IndexWorld, openIndex } from './index-world.ts'
import { memorySpendGuard } from './spending.ts'

/** Returns the row of a conversation as ingestion writes it. */
export const rowOf = (workspace: string, each: Talk, version: string): ConversationRow => {
  const { vendor, title, createdAt, updatedAt, model, messages } = talk(each)
  return {
    workspace,
    conversation: each.id,
    listed_at: updatedAt ?? '2026-01-01T00:00:00.000Z',
    vendor,
    source_id: each.id,
    title,
    created_at: createdAt,
    updated_at: updatedAt,
    model,
    message_count: messages.length,
    content_hash: version,
    pack: { key: 'packs/x', start: 0, end: 1 },
    upload: 'u1',
    origin: { file: 0, start: 10, end: 20 },
    uploads: ['u1'],
    revision: 1,
  }
}

type VersionedTalk = Talk & { readonly version?: string }

/** An archive that can answer questions. */
export interface ArchiveWorld extends IndexWorld {
  readonly deps: AskDeps
  readonly rows: Map<string, ConversationRow>
  take(workspace: string, ...talks: readonly VersionedTalk[]): Promise<void>
  ask(scope: Scope, question: string, overrides?: Partial<Question>, answerMaker?: AnswerMaker): Promise<ChatAnswer>
}

/** Opens an archive with an index and its rows, ready for questions. */
export const openArchive = async (maker: AnswerMaker = extractiveAnswer): Promise<ArchiveWorld> => {
  const world = await openIndex()
  const rows = new Map<string, ConversationRow>()
  const conversations: AskDeps['conversations'] = {
    async getAll(workspace, ids) {
      return new Map(
        ids.flatMap((id) => {
          const row = rows.get(`${workspace}/${id}`)
          return row ? [[id, row] as const] : []
        }),
      )
    },
  }
  const deps: AskDeps = {
    index: world.index,
    conversations,
    maker,
    tokens: tokenCounter,
    allowance: { check: async () => undefined },
    spend: memorySpendGuard(),
    meter: { note: () => undefined, flush: async () => undefined },
  }
  let batches = 0
  return {
    ...world,
    deps,
    rows,
    async take(workspace: string, ...talks: readonly VersionedTalk[]) {
      await world.add(workspace, `batch-${batches++}`, ...talks)
      for (const { version = 'v1', ...each } of talks)
        rows.set(`${workspace}/${each.id}`, rowOf(workspace, each, version))
    },
    async ask(
      scope: Scope,
      question: string,
      overrides: Partial<Question> = {},
      answerMaker: AnswerMaker = maker,
    ): Promise<ChatAnswer> {
      const query = { question, history: [], branches: 'active', filter: {}, ...overrides } as const
      const events = ask({ ...deps, maker: answerMaker }, scope, query, AbortSignal.timeout(30_000))
      for await (const { event, data } of events) if (event === 'answer') return data
      throw new Error('The archive gave no answer')
    },
  }
}
