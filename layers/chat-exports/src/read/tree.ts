import type { Message } from '../conversation.ts'
import { withDocuments } from './documents.ts'

/** A node of a vendor's tree. A node without a message only connects other nodes. */
export interface Node {
  readonly id: string
  readonly parentId: string | null
  readonly message: Omit<Message, 'id' | 'parentId'> | undefined
  /** Position in the vendor's list, if its order is meaningful: orders nodes of the same time. */
  readonly order: number
}

type MessageNode = Node & { readonly message: Omit<Message, 'id' | 'parentId'> }
const isMessageNode = (node: Node): node is MessageNode => node.message !== undefined

const byAge = (a: MessageNode, b: MessageNode): number => {
  const at = a.message.createdAt ?? ''
  const bt = b.message.createdAt ?? ''
  if (at !== bt) return at < bt ? -1 : 1
  if (a.order !== b.order) return a.order - b.order
  return a.id < b.id ? -1 : 1
}

/** Returns the nearest ancestor that has a message; null without one, or in a cycle. */
const messageAncestor = (nodes: ReadonlyMap<string, Node>, from: string | null): string | null => {
  const visited = new Set<string>()
  for (let id = from; id !== null && !visited.has(id); ) {
    visited.add(id)
    const node = nodes.get(id)
    if (node === undefined) return null
    if (isMessageNode(node)) return id
    id = node.parentId
  }
  return null
}

/** Returns the parent of each node without cycles: the oldest node of a cycle becomes a root. */
const parentsOf = (
  messageNodes: readonly MessageNode[],
  nodes: ReadonlyMap<string, Node>,
): ReadonlyMap<string, string | null> => {
  const parents = new Map(messageNodes.map(({ id, parentId }) => [id, messageAncestor(nodes, parentId)]))
  const isSafe = new Set<string>()
  const byId = new Map(messageNodes.map((node) => [node.id, node]))
  for (const { id: start } of messageNodes) {
    const visited = new Set<string>()
    let id: string | null = start
    while (id !== null && !isSafe.has(id) && !visited.has(id)) {
      visited.add(id)
      id = parents.get(id) ?? null
    }
    if (id !== null && visited.has(id)) {
      const cycle = [...visited].slice([...visited].indexOf(id)).flatMap((cycleId) => byId.get(cycleId) ?? [])
      const oldest = cycle.sort(byAge)[0]
      if (oldest) parents.set(oldest.id, null)
    }
    for (const visitedId of visited) isSafe.add(visitedId)
  }
  return parents
}

/** Returns the nodes as a list: parents before children, siblings by age. */
const inOrder = (
  messageNodes: readonly MessageNode[],
  parents: ReadonlyMap<string, string | null>,
): readonly MessageNode[] => {
  const children = new Map<string | null, MessageNode[]>()
  for (const node of messageNodes) {
    const parent = parents.get(node.id) ?? null
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  const listed: MessageNode[] = []
  const pending = (children.get(null) ?? []).sort(byAge).reverse()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    listed.push(node)
    pending.push(...(children.get(node.id) ?? []).sort(byAge).reverse())
  }
  return listed
}

/** Returns the latest leaf; of several with the same time, the deepest. */
const latestLeaf = (messages: readonly Message[]): string | undefined => {
  const parentIds = new Set(messages.map(({ parentId }) => parentId))
  const depths = new Map<string, number>()
  let latest: Message | undefined
  for (const message of messages) {
    const depth = (message.parentId === null ? 0 : (depths.get(message.parentId) ?? 0)) + 1
    depths.set(message.id, depth)
    if (parentIds.has(message.id)) continue
    const time = message.createdAt ?? ''
    const latestTime = latest?.createdAt ?? ''
    const isDeeper = time === latestTime && depth >= (depths.get(latest?.id ?? '') ?? 0)
    if (latest === undefined || time > latestTime || isDeeper) latest = message
  }
  return latest?.id
}

/**
 * Links nodes as a list, each after the previous one, if no node has a known parent. A placeholder that all nodes have as
 * parent is not a known parent.
 */
const linkedAsList = (nodes: readonly Node[]): readonly Node[] => {
  const withParent = nodes.filter(({ id, parentId }) => parentId !== null && parentId !== id)
  const ids = new Set(withParent.length === 0 ? [] : nodes.map(({ id }) => id))
  if (withParent.some(({ parentId }) => parentId !== null && ids.has(parentId))) return nodes
  const listed = nodes.filter(isMessageNode).sort((a, b) => a.order - b.order || byAge(a, b))
  return listed.map((node, i) => ({ ...node, parentId: listed[i - 1]?.id ?? null }))
}

/**
 * Returns the messages of a tree in an order that does not depend on the export's, and the path to its active leaf.
 * Nodes without a message are skipped, unknown parents are ignored, and cycles are cut. Without any known parent, the
 * nodes are a list in the vendor's order, or by age. Without a known active leaf, the latest leaf is active.
 */
export const treeOf = (
  nodes: readonly Node[],
  activeLeaf: string | undefined,
): { readonly messages: readonly Message[]; readonly activePath: readonly string[] } => {
  const byId = new Map(linkedAsList(nodes).map((node) => [node.id, node]))
  const messageNodes = [...byId.values()].filter(isMessageNode)
  const parents = parentsOf(messageNodes, byId)
  const listed = inOrder(messageNodes, parents).map(({ id, message }) => ({
    id,
    parentId: parents.get(id) ?? null,
    ...message,
  }))
  const messages = withDocuments(listed)
  const chosenLeaf = activeLeaf === undefined ? null : messageAncestor(byId, activeLeaf)
  const path: string[] = []
  for (let id = chosenLeaf ?? latestLeaf(messages) ?? null; id !== null; id = parents.get(id) ?? null) path.push(id)
  return { messages, activePath: path.reverse() }
}
