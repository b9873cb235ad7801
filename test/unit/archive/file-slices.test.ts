import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BatchLimits,
  entryOf,
  fileBatches,
  fileItems,
  type ReadEntry,
  type SliceLimits,
} from '../../../lambdas/archive/ingest/batches.ts'
import { rootOf } from '../../../lambdas/archive/ingest/find-files.ts'
import { planSlices, type Slice } from '../../../lambdas/archive/ingest/plan-slices.ts'
import { activityPage } from '../../support/activity-page.ts'
import { scaled } from '../../support/scale.ts'
import { type ImportsWorld, openImports, SMALL_BATCHES } from './import-world.ts'

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

const anyLimits = fc.record({
  sliceBytes: fc.integer({ min: 1, max: 600 }),
  planBytes: fc.integer({ min: 1, max: 2_000 }),
  conversations: fc.integer({ min: 1, max: 8 }),
  deferredRanges: fc.integer({ min: 1, max: 3 }),
})

const openFile = async (bytes: Buffer) => {
  const bucket = {
    read: async (_key: string, { range = { start: 0, end: bytes.length } } = {}) =>
      bytes.subarray(range.start, range.end),
  }
  const file = { key: 'k', etag: 'e', bytes: bytes.length }
  const root = await rootOf(bucket, file)
  return { bucket, file, root: typeof root === 'string' ? undefined : root }
}

const collect = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = []
  for await (const value of values) list.push(value)
  return list
}

type OpenFile = Awaited<ReturnType<typeof openFile>>

/** Returns the plans of a file, each starting after the previous one. */
const plansOf = async ({ bucket, file, root }: OpenFile, limits: SliceLimits): Promise<readonly Slice[][]> => {
  const plans: Slice[][] = []
  for (let from = root; from && from.offset < file.bytes; from = plans.at(-1)?.at(-1)?.next)
    plans.push(await collect(planSlices(bucket, file, 'w', from, limits)))
  return plans
}

const entriesOf = async ({ bucket, file }: OpenFile, slice: Slice): Promise<readonly ReadEntry[]> =>
  (await collect(fileBatches(bucket, file, slice.from, slice, SLICED))).flatMap(({ entries }) => entries)

const sourceIdsIn = (entries: readonly ReadEntry[]) =>
  new Set(entries.flatMap(({ outcome }) => (outcome.kind === 'conversation' ? [outcome.conversation.sourceId] : [])))

describe('slices of a file', () => {
  it('contain every item outside deferred ranges once, and each conversation in only one parallel slice', async () => {
    await fc.assert(
      fc.asyncProperty(aFileOrPage, anyLimits, async (bytes, limits) => {
        const opened = await openFile(bytes)
        if (!opened.root) return
        const plans = await plansOf(opened, { unreadBytesMin: 0, ...limits })
        const isDeferred = (start: number) =>
          plans.flat().some(({ deferred }) => deferred.some(({ from, end }) => from.offset <= start && start < end))
        const entries: ReadEntry[] = []
        for (const slices of plans) {
          const entriesBySlice = await Promise.all(slices.map((slice) => entriesOf(opened, slice)))
          const ids = entriesBySlice.map(sourceIdsIn)
          expect(new Set(ids.flatMap((sourceIds) => [...sourceIds])).size).toBe(
            ids.reduce((sum, { size }) => sum + size, 0),
          )
          entries.push(...entriesBySlice.flat())
        }
        const allEntries = (await collect(fileItems(opened.bucket, opened.file, opened.root))).map(entryOf)
        expect(entries).toEqual(allEntries.filter(({ start }) => !isDeferred(start)))
      }),
      { numRuns: scaled(150, 2_000) },
    )
  })
})
