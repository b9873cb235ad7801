import { createSplitter, detectRoot, type Outcome, readItem, type ThreadFragment, threadOf } from '@signet/chat-exports'
import { describe, expect, it } from 'vitest'
import { TALKS, VENDOR_EXPORTS } from '../../support/vendor-exports.ts'

/** What a file holds: conversations, and threads of its lines. */
const readFile = (file: Buffer): readonly Outcome[] => {
  const root = detectRoot(file)
  if (typeof root === 'string') throw new Error(`the root is ${root}`)
  const splitter = createSplitter(root)
  const items = [...splitter.push(file.subarray(root.offset)), ...splitter.end()]
  const outcomes = items.map(
    ({ raw, key }): Outcome => (raw ? readItem(raw, key) : { kind: 'fault', code: 'truncated' }),
  )
  const threads = new Map<string, ThreadFragment[]>()
  for (const outcome of outcomes) {
    if (outcome.kind !== 'fragment') continue
    const { thread } = outcome.fragment
    threads.set(thread, [...(threads.get(thread) ?? []), outcome.fragment])
  }
  return [...outcomes.filter(({ kind }) => kind !== 'fragment'), ...[...threads.values()].map(threadOf)]
}

const byTitle = (a: { readonly at: string | null }, b: { readonly at: string | null }) =>
  String(a.at).localeCompare(String(b.at))

const shown = (outcome: Outcome) => {
  if (outcome.kind !== 'conversation') return { at: null, outcome }
  const { vendor, title, createdAt, messages, activePath } = outcome.conversation
  const active = new Set(activePath)
  const said = messages.filter(({ id, isHidden }) => active.has(id) && !isHidden)
  return {
    vendor,
    title,
    at: createdAt,
    said: said.map(({ role, parts }) => [role, parts.filter(({ kind }) => kind === 'text').map(({ text }) => text)]),
  }
}

describe('an export of', () => {
  it.each(VENDOR_EXPORTS.filter(({ name }) => !name.includes('ZIP')))(
    '$vendor, $name, has what was said, by whom, when and in which order',
    ({ vendor, file, isSingle, isUntitled }) => {
      const talks = isSingle ? TALKS.slice(0, 1) : TALKS
      expect(readFile(file(talks)).map(shown).sort(byTitle)).toEqual(
        talks.map(({ title, at, turns }) => ({
          vendor,
          title: isUntitled ? turns[0]?.asked : title,
          at: new Date(at).toISOString(),
          said: turns.flatMap(({ asked, answered }) => [
            ['user', [asked]],
            ['assistant', [answered]],
          ]),
        })),
      )
    },
  )
})
