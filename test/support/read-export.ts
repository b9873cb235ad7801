import { createSplitter, detectRoot, type Outcome, readItem, type ThreadFragment, threadOf } from '@signet/chat-exports'

/** Reads a file like an import. Returns its items, followed by the threads of its lines. */
export const readExport = (file: Buffer): readonly Outcome[] => {
  const root = detectRoot(file)
  if (typeof root === 'string') throw new Error(`the root is ${root}`)
  const splitter = createSplitter(root)
  const items = [...splitter.push(file.subarray(root.offset)), ...splitter.end()]
  const outcomes = items.map(
    ({ raw, key, fault }): Outcome => (raw ? readItem(raw, key) : { kind: 'fault', code: fault ?? 'truncated' }),
  )
  const threads = new Map<string, ThreadFragment[]>()
  for (const outcome of outcomes) {
    if (outcome.kind !== 'fragment') continue
    const { thread } = outcome.fragment
    threads.set(thread, [...(threads.get(thread) ?? []), outcome.fragment])
  }
  return [...outcomes.filter(({ kind }) => kind !== 'fragment'), ...[...threads.values()].map(threadOf)]
}
