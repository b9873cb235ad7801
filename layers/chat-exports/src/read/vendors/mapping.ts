import { type Entry, entriesOf, entryOf, firstId, listOf } from '../json.ts'

/** A node of a tree that is stored as an object of nodes by id, as in ChatGPT and DeepSeek. */
export interface MappedNode {
  readonly id: string
  readonly parentId: string | null
  readonly message: Entry | undefined
}

const entriesById = (mapping: unknown): readonly (readonly [string, Entry])[] => {
  const keyed = entryOf(mapping)
  if (keyed) {
    return Object.entries(keyed).flatMap(([id, node]) => {
      const entry = entryOf(node)
      return entry ? [[id, entry] as const] : []
    })
  }
  return entriesOf(mapping).flatMap((node) => {
    const id = firstId(node.id)
    return id === undefined ? [] : [[id, node] as const]
  })
}

const listedParents = (mapping: readonly (readonly [string, Entry])[]): ReadonlyMap<string, string> =>
  new Map(
    mapping
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([id, { children }]) =>
        listOf(children).flatMap((child) => {
          const childId = firstId(child)
          return childId === undefined ? [] : [[childId, id] as const]
        }),
      ),
  )

export const mappedNodes = (mapping: unknown): readonly MappedNode[] => {
  const entries = entriesById(mapping)
  const parentByChild = listedParents(entries)
  return entries.map(([id, node]) => ({
    id: id.toWellFormed(),
    parentId: firstId(node.parent) ?? parentByChild.get(id) ?? null,
    // A node may be the message itself.
    message: entryOf(node.message) ?? ('author' in node || 'content' in node ? node : undefined),
  }))
}
