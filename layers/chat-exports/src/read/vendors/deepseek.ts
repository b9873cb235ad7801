import type { Message, Part, Role } from '../../conversation.ts'
import { fileParts } from '../blocks.ts'
import { type Entry, entriesOf, entryOf, firstId, firstText, textOf } from '../json.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { roleOf } from '../roles.ts'
import { messageBody } from '../thread-messages.ts'
import { firstTime } from '../times.ts'
import { treeOf } from '../tree.ts'
import { collectText } from '../walk.ts'
import { type MappedNode, mappedNodes } from './mapping.ts'

const TEXT_FRAGMENTS = new Set(['REQUEST', 'RESPONSE'])

const fragmentPart = (fragment: Entry): readonly Part[] => {
  const type = textOf(fragment.type)?.toUpperCase() ?? ''
  const text = firstText(fragment.content, fragment.text) ?? collectText(fragment)
  if (text === undefined) return []
  const kind = TEXT_FRAGMENTS.has(type)
    ? 'text'
    : type === 'THINK'
      ? 'reasoning'
      : /SEARCH|OPEN|FIND|READ/.test(type)
        ? 'web'
        : 'unknown'
  return [{ kind, text, type }]
}

/**
 * Determines the role of a message. Messages have no sender: the fragment types show the role. In the older format,
 * questions and answers alternate.
 */
const roleAtDepth = (message: Entry, depth: number): Role => {
  const types = entriesOf(message.fragments).map(({ type }) => textOf(type)?.toUpperCase())
  if (types.includes('REQUEST')) return 'user'
  if (types.includes('RESPONSE') || types.includes('THINK')) return 'assistant'
  return roleOf(message) ?? (depth % 2 === 1 ? 'user' : 'assistant')
}

const bodyOf = (message: Entry, depth: number): Omit<Message, 'id' | 'parentId'> => {
  const role = roleAtDepth(message, depth)
  const fragments = entriesOf(message.fragments).flatMap(fragmentPart)
  const body = messageBody(
    { ...message, fragments: undefined, type: undefined },
    firstText(message.model) ?? null,
    role,
  )
  if (fragments.length === 0) return body
  return { ...body, parts: [...fragments, ...fileParts(message.files)] }
}

/** Returns the number of messages from the root to each node. A cycle ends at the node where it was entered. */
const depthsOf = (mapped: readonly MappedNode[]): ReadonlyMap<string, number> => {
  const byId = new Map(mapped.map((node) => [node.id, node]))
  const depths = new Map<string, number>()
  for (const { id } of mapped) {
    const path = new Set<string>()
    for (let nodeId: string | null = id; nodeId !== null && !depths.has(nodeId) && !path.has(nodeId); ) {
      path.add(nodeId)
      nodeId = byId.get(nodeId)?.parentId ?? null
    }
    for (const nodeId of [...path].reverse()) {
      const node = byId.get(nodeId)
      depths.set(nodeId, (depths.get(node?.parentId ?? '') ?? 0) + (node?.message ? 1 : 0))
    }
  }
  return depths
}

/**
 * Returns whether a tree in `mapping` is from DeepSeek: the item or its first message has `inserted_at`, or the message
 * has `fragments`.
 */
export const isDeepSeek = (item: Entry): boolean => {
  if ('inserted_at' in item) return true
  for (const node of Object.values(item.mapping as object)) {
    const message = entryOf(entryOf(node)?.message)
    if (message) return Array.isArray(message.fragments) || 'inserted_at' in message
  }
  return false
}

/** Reads a conversation of DeepSeek, as in `conversations.json`. The export has no active leaf: the latest leaf is active. */
export const readDeepSeek = (item: Entry, fallbackId: string | undefined): Outcome => {
  const mapped = mappedNodes(item.mapping)
  const depths = depthsOf(mapped)
  const nodes = mapped.map(({ id, parentId, message }) => {
    const body = entryOf(message)
    return { id, parentId, message: body && bodyOf(body, depths.get(id) ?? 1), order: Number(id) || 0 }
  })
  const tree = treeOf(nodes, undefined)
  return outcomeOf({
    vendor: 'deepseek',
    sourceId: firstId(item.id, item.conversation_id, fallbackId),
    title: firstText(item.title),
    createdAt: firstTime(item.inserted_at, item.created_at),
    updatedAt: firstTime(item.updated_at),
    model: tree.messages.findLast(({ model }) => model !== null)?.model ?? null,
    ...tree,
  })
}
