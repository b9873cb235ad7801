import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ExportStyle, exportFile } from '../../support/chat-exports.ts'
import { scaled } from '../../support/scale.ts'
import { type ImportsWorld, openImports, SMALL_BATCHES } from './import-world.ts'

let sliced: ImportsWorld
let sequential: ImportsWorld
beforeAll(async () => {
  const slices = { unreadBytesMin: 10, sliceBytes: 700, planBytes: 3_000, conversations: 1_000, deferredRanges: 100 }
  ;[sliced, sequential] = await Promise.all([openImports({ ...SMALL_BATCHES, slices }), openImports()])
})
afterAll(() => Promise.all([sliced.close(), sequential.close()]))

/** Bytes that an editor, a disk or a program may insert into an export. */
const DAMAGING_BYTES = [
  ...[
    '',
    '}',
    ']',
    '{',
    '[',
    '"',
    '\\',
    ',',
    ':',
    '\n',
    '\u0000',
    '}}',
    '[]',
    '{}',
    '}\n{',
    '1e999',
    ',"id":{}',
    '"__proto__":',
  ],
  '{"sessionId":"s","message":{"role":"user","content":"x"}}',
].map((text) => Buffer.from(text))
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.integer({ min: 0, max: 40 }),
  inserted: fc.constantFrom(...DAMAGING_BYTES, Buffer.from([0xff]), Buffer.from([0xed, 0xa0, 0x80])), // Invalid UTF-8.
})
const style = fc.record({
  seed: fc.integer({ min: 1, max: 20 }),
  conversations: fc.integer({ min: 1, max: scaled(2, 6) }),
  vendor: fc.constantFrom<ExportStyle['vendor']>('chatgpt', 'claude', 'thread'),
  root: fc.constantFrom<ExportStyle['root']>('array', 'object', 'envelope', 'ndjson'),
  messageBytes: fc.constant(8),
})
const damaged = fc
  .tuple(style, fc.array(damage, { maxLength: 5 }), fc.boolean())
  .map(([exportStyle, damages, isRepeated]) => {
    const singleFile = exportFile(exportStyle)
    const file = isRepeated ? Buffer.concat([singleFile, Buffer.from('\n'), singleFile]) : singleFile
    return damages.reduce((bytes, { at, removed, inserted }) => {
      const offset = Math.floor(at * bytes.length)
      return Buffer.concat([bytes.subarray(0, offset), inserted, bytes.subarray(offset + removed)])
    }, file)
  })

type Archive = Awaited<ReturnType<ImportsWorld['fresh']>>

/** Versions that the index received. */
const versionsIn = ({ index }: Archive) =>
  new Set(
    [...index.batches.values()].flatMap(({ conversations }) =>
      conversations.map(({ conversationId, version }) => `${conversationId} ${version}`),
    ),
  )

it('every item of a damaged export is counted, its intact items are indexed, and its deletion removes all rows', async () => {
  await fc.assert(
    fc.asyncProperty(damaged, fc.integer({ min: 1, max: 3 }), async (file, workers) => {
      const slicedArchive = await sliced.fresh()
      const sequentialArchive = await sequential.fresh()
      for (const archive of [slicedArchive, sequentialArchive]) await archive.upload('u1', file)
      const row = await slicedArchive.workTogether('u1', workers)
      const expected = await sequentialArchive.work('u1')
      expect(row).toMatchObject({ state: expected?.state, counts: expected?.counts, errors: expected?.errors })
      const { seen = 0, ...outcomes } = row?.counts ?? {}
      expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(seen)

      const current = await slicedArchive.conversations()
      expect(await slicedArchive.storedConversations()).toEqual(await sequentialArchive.storedConversations())
      expect(await slicedArchive.storedConversations()).toHaveLength(current.length)
      const indexedVersions = versionsIn(slicedArchive)
      const notIndexed = current.filter(
        ({ conversation, content_hash }) => !indexedVersions.has(`${conversation} ${content_hash}`),
      )
      expect(notIndexed).toEqual([])

      await slicedArchive.remove('u1')
      expect(await slicedArchive.workTogether('u1', 1)).toBeUndefined()
      expect((await slicedArchive.state()).rows.filter(({ pk }) => !String(pk).startsWith('OUTBOX#'))).toEqual([])
      expect([...slicedArchive.objects.keys()]).toEqual([])
    }),
    { numRuns: scaled(6, 200) },
  )
})
