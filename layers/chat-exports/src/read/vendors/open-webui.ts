import { type Entry, entriesOf, entryOf, firstId } from '../json.ts'
import type { Thread } from '../thread.ts'

/**
 * Reads a chat of Open WebUI: a tree in `chat.history`, keyed by message ids; `chat.messages` repeats the active branch.
 */
export const openWebUiThread = (item: Entry): Thread | undefined => {
  const chat = entryOf(item.chat) ?? item
  const history = entryOf(chat.history)
  const tree = entryOf(history?.messages)
  const keyed = Object.entries(tree ?? {}).flatMap(([id, message]) => {
    const entry = entryOf(message)
    return entry ? [{ id, ...entry }] : []
  })
  const messages = keyed.length > 0 ? keyed : entriesOf(chat === item ? undefined : chat.messages)
  if (!tree && messages.length === 0) return undefined
  const metadata = { ...chat, ...item, title: item.title ?? chat.title, model: undefined }
  return { vendor: 'open-webui', metadata, messages, activeLeaf: firstId(history?.currentId) }
}
