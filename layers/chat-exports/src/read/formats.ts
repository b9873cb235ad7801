import { type Entry, entryOf } from './json.ts'
import { messagesIn } from './message-lists.ts'
import type { Outcome } from './outcome.ts'
import { readThread, type Thread } from './thread.ts'
import { readChatGpt } from './vendors/chatgpt.ts'
import { readClaude } from './vendors/claude.ts'
import { readMemories, readProject } from './vendors/claude-account.ts'
import { isDeepSeek, readDeepSeek } from './vendors/deepseek.ts'
import { activityOf, geminiThread, readActivity } from './vendors/gemini.ts'
import { grokThread } from './vendors/grok.ts'
import { librechatThread } from './vendors/librechat.ts'
import { openWebUiThread } from './vendors/open-webui.ts'
import { perplexityThread } from './vendors/perplexity.ts'

type Format = (item: Entry, key: string | undefined) => Outcome | undefined

const threadFormat =
  (threadOf: (item: Entry) => Thread | undefined): Format =>
  (item, key) => {
    const thread = threadOf(item)
    return thread && readThread(thread, key)
  }

const plainThread = (item: Entry): Thread | undefined => {
  const { messages, values, conversations, conversation, turns, history } = item
  for (const list of [messages, entryOf(values)?.messages, conversations, conversation, turns, history]) {
    if (!Array.isArray(list)) continue
    const plainMessages = list.length === 0 ? [] : messagesIn(list)
    if (plainMessages) return { vendor: 'thread', metadata: item, messages: plainMessages }
  }
  return undefined
}

/**
 * Formats of conversations, distinguished by shape: the first match reads an item. Lines of threads are tried afterwards,
 * and unknown shapes last (see read-item.ts).
 */
export const FORMATS: readonly Format[] = [
  (item, key) =>
    typeof item.mapping !== 'object' || item.mapping === null
      ? undefined
      : isDeepSeek(item)
        ? readDeepSeek(item, key)
        : readChatGpt(item, key),
  (item, key) => (Array.isArray(item.chat_messages) ? readClaude(item, key) : undefined),
  threadFormat(grokThread),
  threadFormat(openWebUiThread),
  threadFormat(librechatThread),
  threadFormat(geminiThread),
  threadFormat(perplexityThread),
  (item) => {
    const activity = activityOf(item)
    return activity && readActivity(activity)
  },
  threadFormat(plainThread),
]

/** Formats of other items that are read as conversations. They are tried after lines of threads. */
export const CONVERSATION_LIKE_FORMATS: readonly Format[] = [
  (item, key) => (Array.isArray(item.docs) ? readProject(item, key) : undefined),
  (item) =>
    item.conversations_memory === undefined && item.project_memories === undefined ? undefined : readMemories(item),
]
