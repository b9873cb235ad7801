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

/** Phrases of texts that try to give instructions to a language model. Each pattern runs in linear time. */
const INSTRUCTION_PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|your|system)\b[^.\n]{0,40}\b(?:instructions?|rules?|prompts?|messages?)\b/i,
  /\b(?:system prompt|developer message|jailbreak|you are now (?:in|a|an|the)|new instructions?:)/i,
  /\b(?:reveal|print|repeat|exfiltrate|send)\b[^.\n]{0,40}\b(?:system prompt|secrets?|api keys?|passwords?|your instructions)\b/i,
]

const isInstruction = (line: string): boolean => INSTRUCTION_PATTERNS.some((pattern) => pattern.test(line))

/** Returns a passage without lines that give instructions to a model; undefined if only its header remains. */
export const withoutInstructions = (text: string): string | undefined => {
  const [header = '', ...lines] = text.split('\n')
  const harmless = lines.filter((line) => !isInstruction(line))
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
      position: '',
      window: passage.windowKey,
    },
    passage,
  }))
}

const newestPassages = async (
  deps: EvidenceDeps,
  workspace: string,
  ids: readonly string[],
): Promise<FoundPassage[]> => {
  const newestIds = ids.slice(0, CONVERSATIONS_MAX)
  const rows = await deps.conversations.getAll(workspace, newestIds)
  const newestRows = newestIds.flatMap((id) => rows.get(id) ?? [])
  return (await Promise.all(newestRows.map((row) => beginningOf(deps.packs, row)))).flat()
}

/**
 * Returns the passages for a section: those that match the cues, or the beginnings of the newest conversations. Removes
 * lines that give instructions to a model.
 */
export const evidenceFor = async (
  deps: EvidenceDeps,
  workspace: string,
  content: NotebookContent,
  cues: string,
): Promise<readonly PackedPassage[]> => {
  const conversations = new Set(content.sourceOf.keys())
  const retrieval = { workspace, text: cues, branches: 'active', filter: { conversations }, threshold: 0 } as const
  const matching = cues === '' ? [] : await retrieve(deps, { ...retrieval, limit: CONVERSATIONS_MAX })
  const passages =
    matching.length > 0
      ? await passagesOf(deps, workspace, matching, PASSAGES_MAX)
      : await newestPassages(deps, workspace, content.newest)
  const harmless = passages.flatMap((cited) => {
    const text = withoutInstructions(cited.passage.text)
    return text === undefined ? [] : [{ ...cited, passage: { ...cited.passage, text } }]
  })
  return packContext(harmless, TOKENS_MAX, await deps.tokens()).passages
}
