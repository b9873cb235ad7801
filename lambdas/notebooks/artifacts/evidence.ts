import { type CountTokens, type PackedPassage, packContext } from '@signet/search/answers'
import {
  type ConversationReader,
  type ConversationRow,
  type FoundPassage,
  type PackReader,
  passagesOf,
  retrieve,
  windowsOf,
} from '@signet/search/conversations'
import type { SearchIndex } from '@signet/search/index'
import type { NotebookContent } from '../notebooks/notebook-scope.ts'

/** Phrases by which texts try to give instructions to an assistant. Each pattern is linear. */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|your|system)\b[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|messages?)\b/i,
  /\b(?:system prompt|developer message|jailbreak|you are now (?:in|a|an|the)|new instructions?:)/i,
  /\b(?:reveal|print|repeat|exfiltrate|send)\b[^.\n]{0,40}\b(?:system prompt|secrets?|api keys?|passwords?|your instructions)\b/i,
]

const isOrder = (line: string): boolean => ORDERS.some((pattern) => pattern.test(line))

/** Returns a passage without lines that give instructions to a reader; undefined if only its header remains. */
export const withoutInstructions = (text: string): string | undefined => {
  const [header = '', ...lines] = text.split('\n')
  const harmless = lines.filter((line) => !isOrder(line))
  return harmless.some((line) => line.trim() !== '') ? [header, ...harmless].join('\n') : undefined
}

export interface EvidenceDeps {
  readonly index: SearchIndex
  readonly conversations: Pick<ConversationReader, 'getAll'>
  readonly packs: PackReader
  readonly tokens: () => Promise<CountTokens>
}

const CONVERSATIONS_MAX = 24
const PASSAGES_MAX = 4
const TOKENS_MAX = 8_000

const beginningOf = async (packs: PackReader, row: ConversationRow): Promise<FoundPassage[]> => {
  const conversation = await packs.read(row.pack)
  if (conversation === undefined) return []
  const windows = windowsOf(row.conversation, conversation).filter(({ branch }) => branch === 'active')
  return windows.slice(0, PASSAGES_MAX).map((passage) => ({
    row,
    hit: {
      conversationId: row.conversation,
      version: row.content_hash,
      score: 1,
      place: '',
      window: passage.windowKey,
    },
    passage,
  }))
}

const newest = async (deps: EvidenceDeps, workspace: string, ids: readonly string[]): Promise<FoundPassage[]> => {
  const cueQuery = ids.slice(0, CONVERSATIONS_MAX)
  const rows = await deps.conversations.getAll(workspace, cueQuery)
  const passages = cueQuery.flatMap((id) => rows.get(id) ?? [])
  return (await Promise.all(passages.map((row) => beginningOf(deps.packs, row)))).flat()
}

/**
 * Returns the passages for a section: those that match the cues, or the beginnings of the newest conversations. Lines
 * that give instructions to a reader are left out.
 */
export const evidenceFor = async (
  deps: EvidenceDeps,
  workspace: string,
  content: NotebookContent,
  cues: string,
): Promise<readonly PackedPassage[]> => {
  const conversations = new Set(content.sourceOf.keys())
  const results = { workspace, text: cues, branches: 'active', filter: { conversations }, threshold: 0 } as const
  const fitting = cues === '' ? [] : await retrieve(deps, { ...results, limit: CONVERSATIONS_MAX })
  const passages =
    fitting.length > 0
      ? await passagesOf(deps, workspace, fitting, PASSAGES_MAX)
      : await newest(deps, workspace, content.newest)
  const harmless = passages.flatMap((each) => {
    const text = withoutInstructions(each.passage.text)
    return text === undefined ? [] : [{ ...each, passage: { ...each.passage, text } }]
  })
  return packContext(harmless, TOKENS_MAX, await deps.tokens()).passages
}
