import type { Outcome } from '@signet/chat-exports'
import { describe, expect, it } from 'vitest'
import { readExport } from '../../support/read-export.ts'
import { TALKS } from '../../support/talks.ts'
import { VENDOR_EXPORTS } from '../../support/vendor-exports.ts'

const byTitle = (a: { readonly at: string | null }, b: { readonly at: string | null }) =>
  String(a.at).localeCompare(String(b.at))

const summaryOf = (outcome: Outcome) => {
  if (outcome.kind !== 'conversation') return { at: null, outcome }
  const { vendor, title, createdAt, messages, activePath } = outcome.conversation
  const active = new Set(activePath)
  const activeMessages = messages.filter(({ id, isHidden }) => active.has(id) && !isHidden)
  return {
    vendor,
    title,
    at: createdAt,
    said: activeMessages.map(({ role, parts }) => [
      role,
      parts.filter(({ kind }) => kind === 'text').map(({ text }) => text),
    ]),
  }
}

describe('an export of a vendor', () => {
  it.each(VENDOR_EXPORTS.filter(({ name }) => !name.includes('ZIP')))(
    'has the expected text, senders, times and order: $vendor, $name',
    ({ vendor, file, isSingle, isUntitled }) => {
      const talks = isSingle ? TALKS.slice(0, 1) : TALKS
      expect(readExport(file(talks)).map(summaryOf).sort(byTitle)).toEqual(
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
