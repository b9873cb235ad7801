import { ObjectChanged } from '@signet/kernel/bucket'
import type { IndexBatch } from '@signet/search/index'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchLimits } from '../../../lambdas/archive/ingest/batches.ts'
import { withSlices } from '../../../lambdas/archive/ingest/ingest-progress.ts'
import type { IngestRow } from '../../../lambdas/archive/ingest/ingest-table.ts'
import type { SliceTable } from '../../../lambdas/archive/ingest/slice-table.ts'
import type { ArchiveBucket } from '../../../lambdas/archive/storage/archive-bucket.ts'
import { activityPage } from '../../support/activity-page.ts'
import { scaled } from '../../support/scale.ts'
import { type ImportsWorld, openImports, SMALL_BATCHES } from './import-world.ts'
import { killedAt } from './killed-worker.ts'

/** Slices of about two items each. */
const SLICED: BatchLimits = {
  ...SMALL_BATCHES,
  items: 2,
  slices: { unreadBytesMin: 10, sliceBytes: 150, planBytes: 400, conversations: 1_000, deferredRanges: 100 },
}

let sliced: ImportsWorld
let sequential: ImportsWorld
beforeAll(async () => {
  ;[sliced, sequential] = await Promise.all([openImports(SLICED), openImports({ ...SMALL_BATCHES, items: 2 })])
})
afterAll(() => Promise.all([sliced.close(), sequential.close()]))

const thread = (id: number, day: number) => ({
  thread_id: `t${id}`,
  updated_at: `2026-01-0${day}T00:00:00Z`,
  messages: [{ role: 'user', content: `said ${id} at ${day}` }],
})

/** A closing bracket without an opening one. */
const STRAY_BRACKET = '}'

/**
 * Items of a file: versions of a few conversations, which therefore occur in several slices, and invalid items.
 */
const anItem = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 4 }))
      .map(([id, day]) => thread(id, day)),
  },
  { weight: 1, arbitrary: fc.constant({ mapping: {}, id: 'empty' }) },
  { weight: 1, arbitrary: fc.constant({ title: 'no messages', id: 's' }) },
  { weight: 1, arbitrary: fc.constant(7) },
  { weight: 1, arbitrary: fc.constant(STRAY_BRACKET) },
)
const aLine = fc.integer({ min: 0, max: 2 }).chain((session) =>
  fc.integer({ min: 0, max: 9 }).map((n) => ({
    sessionId: `s${session}`,
    uuid: `${session}-${n}`,
    timestamp: `2026-01-01T00:00:0${n}Z`,
    message: { role: 'user', content: `${session} ${n}` },
  })),
)
const anyItem = fc.oneof({ weight: 3, arbitrary: anItem }, { weight: 1, arbitrary: aLine })
const fileWith = (root: string, items: readonly unknown[]): Buffer => {
  const texts = items.map((item) => (item === STRAY_BRACKET && root === 'array' ? STRAY_BRACKET : JSON.stringify(item)))
  if (root === 'lines') return Buffer.from(texts.join('\n'))
  if (root === 'object')
    return Buffer.from(`{"k0":{"mapping":{}},${texts.map((text, i) => `"k${i + 1}":${text}`).join(',')}}`)
  const list = `[${texts.join(' , ')}]`
  return Buffer.from(
    root === 'envelope' ? `{"conversations":${list},"version":1}` : root === 'cut' ? list.slice(0, -9) : list,
  )
}
const aFile = fc
  .oneof(
    fc.tuple(fc.constantFrom('array', 'object', 'envelope', 'cut'), fc.array(anyItem, { minLength: 1, maxLength: 14 })),
    fc.tuple(fc.constant('lines'), fc.array(anyItem, { minLength: 2, maxLength: 14 })),
  )
  .map(([root, items]) => fileWith(root, items))

const aPage = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 }).map(activityPage)
const aFileOrPage = fc.oneof({ weight: 4, arbitrary: aFile }, { weight: 1, arbitrary: aPage })

/** Eight conversations, some repeated in later slices: newer, older and unchanged. */
const MIXED_FILE = fileWith('array', [
  ...[0, 1, 2, 3, 4].map((id) => thread(id, 2)),
  ...[{ mapping: {}, id: 'empty' }, thread(0, 3), thread(1, 3), thread(2, 1)],
  ...[thread(5, 1), 7, thread(3, 2), thread(6, 1), thread(0, 4), thread(7, 1), thread(4, 2)],
])

describe('an import that is read in slices', () => {
  it('has the same result as sequential reading, with any number of workers', async () => {
    await fc.assert(
      fc.asyncProperty(aFileOrPage, fc.integer({ min: 1, max: 5 }), async (file, workers) => {
        const slicedArchive = await sliced.fresh()
        const sequentialArchive = await sequential.fresh()
        for (const archive of [slicedArchive, sequentialArchive]) await archive.upload('u1', file)
        const row = await slicedArchive.workTogether('u1', workers)
        const expected = await sequentialArchive.work('u1')
        const resultOf = ({ counts, errors, state, failure, bytes_done }: IngestRow) => [
          counts,
          errors,
          state,
          failure,
          bytes_done,
        ]
        expect(row && resultOf(row)).toEqual(expected && resultOf(expected))
        const comparableRows = async (archive: typeof slicedArchive) =>
          (await archive.conversations()).map(({ pack: _pack, revision: _revision, ...row }) => row)
        expect(await comparableRows(slicedArchive)).toEqual(await comparableRows(sequentialArchive))
        expect(await slicedArchive.storedConversations()).toEqual(await sequentialArchive.storedConversations())
      }),
      { numRuns: scaled(5, 150) },
    )
  })

  it('reports the progress of all slices', async () => {
    const archive = await sliced.fresh()
    await archive.upload('u1', MIXED_FILE)
    const progress: IngestRow[] = []
    const index = {
      ...archive.deps.index,
      async add(batch: IndexBatch) {
        await archive.deps.index.add(batch)
        const row = await archive.status('u1')
        if (row?.planned_to) progress.push(withSlices(row, await archive.deps.slices.ofCurrentFile(row)))
      },
    }
    const ended = await archive.workTogether('u1', 1, { ...archive.deps, index })
    const bytes = progress.map(({ bytes_done }) => bytes_done)
    expect(bytes).toEqual([...bytes].sort((a, b) => a - b))
    expect(new Set(bytes).size).toBeGreaterThan(1)
    expect(progress.at(-1)?.counts.seen).toBeLessThan(ended?.counts.seen ?? 0)
    expect(ended?.counts).toMatchObject({ seen: 16, ingested: 8, updated: 3, unchanged: 3, empty: 1, unsupported: 1 })
  })

  it('fails if the file cannot be read further, and counts the items read before', async () => {
    const failedCounts: number[] = []
    for (let readsBeforeCrash = 3; readsBeforeCrash <= 19; readsBeforeCrash += scaled(4, 1)) {
      const archive = await sliced.fresh()
      await archive.upload('u1', MIXED_FILE)
      let reads = 0
      const bucket: ArchiveBucket = {
        ...archive.deps.bucket,
        async read(key, options) {
          if (key.startsWith('uploads/') && ++reads > readsBeforeCrash) throw new ObjectChanged(key)
          return archive.deps.bucket.read(key, options)
        },
      }
      const row = await archive.workTogether('u1', 2, { ...archive.deps, bucket })
      const { seen: seenCount = 0, empty = 0, unsupported: unsupportedCount = 0 } = row?.counts ?? {}
      expect(seenCount, `after ${readsBeforeCrash} reads`).toBe(
        (await archive.importedConversations()).length + empty + unsupportedCount,
      )
      if (row?.state === 'failed') failedCounts.push(seenCount)
      expect(row?.failure).toBe(row?.state === 'failed' ? 'object_changed' : undefined)
    }
    expect(failedCounts.length).toBeGreaterThan(1)
    expect(Math.max(...failedCounts)).toBeGreaterThan(8)
  })

  it.each(['before', 'after'] as const)(
    'leads to the same archive when one of three workers is killed %s any call',
    async (when) => {
      const prepareArchive = async () => {
        const archive = await sliced.fresh()
        await archive.upload('u1', MIXED_FILE)
        return archive
      }
      const undisturbed = await prepareArchive()
      const countingWorker = killedAt(undisturbed.deps, Number.POSITIVE_INFINITY, when)
      await undisturbed.work('u1', () => false, countingWorker.deps)
      const expected = await undisturbed.state()
      let deaths = 0
      for (let fatalCall = 1; fatalCall < countingWorker.calls(); fatalCall += scaled(67, 3)) {
        const archive = await prepareArchive()
        const killed = killedAt(archive.deps, fatalCall, when)
        const killedWork = archive
          .work('u1', () => false, killed.deps)
          .catch((error) => {
            if (!killed.isDead()) throw error
          })
        await Promise.all([killedWork, archive.workTogether('u1', 2)])
        expect(await archive.state(), `killed ${when} call ${fatalCall}`).toEqual(expected)
        if (killed.isDead()) deaths++
      }
      expect(deaths).toBeGreaterThan(1)
    },
  )

  it('leaves no rows or objects after a deletion during the work of other workers', async () => {
    for (let deletedAtAdd = 1; deletedAtAdd <= 6; deletedAtAdd += scaled(2, 1)) {
      const archive = await sliced.fresh()
      await archive.upload('u1', MIXED_FILE)
      let adds = 0
      const index = {
        ...archive.deps.index,
        async add(batch: IndexBatch) {
          if (++adds === deletedAtAdd) {
            const slices = await archive.deps.slices.ofCurrentFile((await archive.status('u1')) as IngestRow)
            await archive.remove('u1')
            // The lease of the import has expired, but the lease of this slice is renewed.
            sliced.clock.at += 61_000
            for (const slice of slices.filter(({ lease }) => lease)) await archive.deps.slices.renew(slice)
            await archive.workOnce('u1')
            expect(await archive.status('u1')).toMatchObject({ state: 'deleting' })
          }
          await archive.deps.index.add(batch)
        },
      }
      expect(await archive.workTogether('u1', 3, { ...archive.deps, index })).toBeUndefined()
      expect(adds).toBeGreaterThanOrEqual(deletedAtAdd)
      expect((await archive.state()).rows.filter(({ pk }) => !String(pk).startsWith('OUTBOX#'))).toEqual([])
      expect([...archive.objects.keys()]).toEqual([])
    }
  })

  it('plans no further slices after its deletion has started', async () => {
    const archive = await sliced.fresh()
    await archive.upload('u1', MIXED_FILE)
    let plannedSlices = 0
    const slices: SliceTable = {
      ...archive.deps.slices,
      async plan(...args) {
        await archive.deps.slices.plan(...args)
        if (++plannedSlices !== 2) return
        await archive.remove('u1')
        sliced.clock.at += 61_000
        await archive.workOnce('u1')
      },
    }
    const limits = { ...SLICED, slices: { ...SLICED.slices, planBytes: 100_000 } }
    expect(await archive.workTogether('u1', 2, { ...archive.deps, slices, limits })).toBeUndefined()
    expect(plannedSlices).toBe(2)
    expect((await archive.state()).rows.filter(({ pk }) => !String(pk).startsWith('OUTBOX#'))).toEqual([])
  })
})
