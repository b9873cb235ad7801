import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newArchivist, uploadSimple, waitUntilImported } from '../../support/archive.ts'
import { TALKS } from '../../support/talks.ts'
import { VENDOR_EXPORTS } from '../../support/vendor-exports.ts'

interface SearchResults {
  readonly results: readonly {
    readonly conversation: { readonly id: string; readonly title: string; readonly vendor: string }
  }[]
}

/** Returns the conversations that a search finds. */
const search = async (key: string, words: string) => {
  const { body } = await call<SearchResults>('GET', `/api/search?q=${encodeURIComponent(words)}`, {
    key,
    as: 'searchArchive',
  })
  return body.results.map(({ conversation }) => conversation)
}

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../fixtures/chat-exports', name), 'utf8')

/** Imports a file. Returns the session and the status of the import. */
const importFile = async (file: string, name: string) => {
  const { session } = await newArchivist()
  const upload = await uploadSimple(session, file, name)
  expect(upload.status).toBe(202)
  return { session, status: await waitUntilImported(session, upload.body.id) }
}

/** Exports that are not ZIPs, which start with the letter P (0x50). */
const EXPORTS = VENDOR_EXPORTS.filter(({ file }) => file(TALKS)[0] !== 0x50)

describe('an imported export', () => {
  test.each(EXPORTS)(
    'appears in searches for its questions and answers, and does not change in a second import: $vendor, $name',
    async ({ vendor, file, isSingle }) => {
      const talks = isSingle ? TALKS.slice(0, 1) : TALKS
      const { session, status } = await importFile(file(talks).toString(), 'export.json')
      expect(status).toMatchObject({
        ingestion: 'completed',
        conversations: { seen: talks.length, ingested: talks.length },
      })
      expect(await search(session, 'quillwort')).toMatchObject([{ vendor }])
      expect(await search(session, 'dry thistledown')).toMatchObject([{ vendor }])
      const again = await uploadSimple(session, file(talks).toString())
      expect(await waitUntilImported(session, again.body.id)).toMatchObject({
        conversations: { unchanged: talks.length },
      })
    },
  )
})

describe('an imported file', () => {
  // File, number of its conversations, and texts that a search must find.
  test.each([
    ['large-ids.json', 4, ['Which anvil rings', 'Which hammer sings']],
    ['large-thread-keys.jsonl', 3, ['big a', 'big b']],
    ['joined.jsonl', 5, ['bodkin', 'heaver', 'serving mallet', 'marl']],
    ['broken-lines.jsonl', 4, ['second is whole', 'sixth']],
    ['widget-report.json', 1, ['oyster shells']],
    ['claude-each-by-itself.json', 1, ['text alone answer', 'plain beside empty', 'alpha gamma']],
    ['canvas-edits.json', 1, ['step two plus more']],
    ['keyed-behind-facts.json', 1, ['keyed with facts']],
    ['envelope-in-envelope.json', 2, ['nested envelope']],
  ])('keeps all readable content: %s', async (name, ingested, queries) => {
    const { session, status } = await importFile(fixture(name), name)
    expect(status.conversations.ingested).toBe(ingested)
    for (const words of queries) expect((await search(session, words)).length).toBeGreaterThan(0)
  })

  test('with an unknown shape is reported as unsupported, with its field names', async () => {
    const { status } = await importFile(fixture('unknown-shape.json'), 'mine.json')
    expect(status).toMatchObject({
      ingestion: 'completed_with_errors',
      conversations: { seen: 1, empty: 0, unsupported: 1 },
      unsupported: [{ file: 'mine.json', code: 'unknown_shape', keys: ['name', 'log'], count: 1 }],
    })
  })

  test('updates its conversation after new messages', async () => {
    const { session } = await newArchivist()
    const singleExport = VENDOR_EXPORTS.find(({ isSingle }) => isSingle)
    const [talk] = TALKS
    if (!singleExport || !talk) throw new Error('The export does not exist')
    for (const turns of [talk.turns.slice(0, 1), talk.turns]) {
      const { body } = await uploadSimple(session, singleExport.file([{ ...talk, turns }]).toString())
      await waitUntilImported(session, body.id)
    }
    expect(await search(session, 'thistledown')).toHaveLength(1)
    expect((await search(session, 'quillwort')).map(({ title }) => title)).toEqual([talk.title])
  })
})
