import { type Entry, entriesOf, entryOf, firstId, firstText } from '../json.ts'
import { exchangeMessages } from '../message-lists.ts'
import type { Thread } from '../thread.ts'

/** Returns the answer of an entry. Perplexity's pages store it in blocks, in display order. */
const answerIn = ({ answer, blocks, text }: Entry): string | undefined => {
  const textBlocks = entriesOf(blocks).map(({ markdown_block }) => entryOf(markdown_block) ?? {})
  const blockTexts = textBlocks.map(({ answer: fullAnswer, chunks }) =>
    firstText(fullAnswer, Array.isArray(chunks) ? chunks.join('') : undefined),
  )
  return firstText(answer, [...new Set(blockTexts)].filter(Boolean).join('\n\n'), text)
}

const sourcesIn = ({ sources, blocks, web_results }: Entry): readonly unknown[] => [
  ...entriesOf(sources),
  ...entriesOf(web_results),
  ...entriesOf(blocks).flatMap(({ sources_mode_block, web_result_block }) => [
    ...entriesOf(entryOf(sources_mode_block)?.rows).map(({ web_result }) => web_result),
    ...entriesOf(entryOf(web_result_block)?.web_results),
  ]),
]

const turnOf = (entry: Entry): Entry => ({ ...entry, answer: answerIn(entry), sources: sourcesIn(entry) })

const isTurn = (entry: Entry): boolean => 'query' in entry || 'query_str' in entry

/**
 * Reads a Perplexity thread. Its turns are in `entries` (web pages and the requested data export) or in `conversations`
 * (common browser extensions).
 */
export const perplexityThread = (item: Entry): Thread | undefined => {
  const list = entriesOf(item.entries ?? item.conversations)
  if (!list.some(isTurn)) return undefined
  const [first] = list as [Entry]
  const messages = list.flatMap((entry) => exchangeMessages(turnOf(entry)) ?? [entry])
  const metadata = { ...entryOf(item.metadata), ...entryOf(item.thread_metadata) }
  const threadFields: Entry = {
    ...item,
    id: firstId(item.context_uuid, item.id, metadata.thread_id, first.context_uuid, first.thread_url_slug, item.uuid),
    title: firstText(item.context_title, item.title, metadata.thread_title, metadata.title, first.thread_title),
    created_at: item.created_at ?? metadata.thread_created_at ?? metadata.created_at,
    updated_at: item.updated_at ?? metadata.thread_updated_at ?? metadata.updated_at,
    metadata: undefined,
  }
  return { vendor: 'perplexity', metadata: threadFields, messages }
}
