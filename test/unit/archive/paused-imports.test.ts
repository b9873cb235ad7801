import { refusal } from '@signet/kernel'
import { EmbeddingLimitError } from '@signet/search/embeddings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOnImport } from '../../../lambdas/archive/ingest/work-on-import.ts'
import { statusView } from '../../../lambdas/archive/uploads/upload-view.ts'
import { type ImportsWorld, openImports, SMALL_BATCHES } from './import-world.ts'

let world: ImportsWorld
beforeAll(async () => {
  world = await openImports({
    ...SMALL_BATCHES,
    slices: { ...SMALL_BATCHES.slices, unreadBytesMin: 2_000, sliceBytes: 1_000 },
  })
})
afterAll(() => world.close())

type Archive = Awaited<ReturnType<ImportsWorld['fresh']>>

const talks = (count: number) =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: count }, (_, i) => ({
        thread_id: `t-${i}`,
        title: `Talk ${i}`,
        messages: [{ id: `m-${i}`, role: 'user', content: `said in ${i}` }],
      })),
    ),
  )
const message = { workspace: 'w', upload: 'u1' }
const HOUR_MS = 3_600_000

/** Returns the dependencies of a worker whose stage may embed this many batches per day. */
const withDailyBatches = (archive: Archive, batchesPerDay: () => number): Archive['deps'] => {
  const used = new Map<string, number>()
  return {
    ...archive.deps,
    index: {
      ...archive.deps.index,
      async add(batch) {
        const time = new Date(world.clock.at)
        const day = time.toISOString().slice(0, 10)
        if ((used.get(day) ?? 0) >= batchesPerDay()) {
          const opens_at = new Date(Date.parse(day) + 24 * HOUR_MS).toISOString()
          throw new EmbeddingLimitError(refusal('spend_ceiling', 'Used up', { extras: { opens_at } }))
        }
        used.set(day, (used.get(day) ?? 0) + 1)
        await archive.deps.index.add(batch)
      },
    },
  }
}

/** Continues the import whenever it is due, like the sweeper. */
const workUntilItEnds = async (archive: Archive, deps: Archive['deps']) => {
  const waits: number[] = []
  for (let runs = 0; runs < 2_000; runs++) {
    await workOnImport(deps)(message, () => false)
    const row = await archive.status('u1')
    if (row?.standing !== 'open') return { row, waits }
    const wait = Math.max(0, Date.parse(row.due) - world.clock.at)
    waits.push(wait)
    world.clock.at += wait + 1
  }
  throw new Error('The import does not end')
}

describe('an import that reaches the daily limit of embeddings', () => {
  it.each([
    ['a small file', 5],
    ['a large file that several workers read', 60],
  ])('waits and continues the next day without loss: %s', async (_, count) => {
    const archive = await world.fresh()
    await archive.upload('u1', talks(count))
    const { row, waits } = await workUntilItEnds(
      archive,
      withDailyBatches(archive, () => 1),
    )
    expect(row).toMatchObject({ state: 'completed', counts: { seen: count, ingested: count, failed: 0 } })
    expect(row?.failure).toBeUndefined()
    expect(await archive.storedConversations()).toHaveLength(count)
    expect(Math.max(...waits)).toBeLessThanOrEqual(HOUR_MS)
    // A batch contains three conversations, so the import takes more runs than the maximum number of failed attempts.
    expect(waits.length).toBeGreaterThan(8)
  })

  it('reports when it continues, and continues within an hour after the limit is raised', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', talks(5))
    let batchesPerDay = 1
    const deps = withDailyBatches(archive, () => batchesPerDay)
    await workOnImport(deps)(message, () => false)
    const paused = await archive.status('u1')
    expect(paused).toMatchObject({ state: 'ingesting', standing: 'open', paused_until: '2026-05-02T00:00:00.000Z' })
    const upload = await archive.deps.uploads.get(message)
    if (!upload) throw new Error('The upload does not exist')
    const now = new Date(world.clock.at)
    expect(statusView(upload, { ingest: paused, names: new Map() }, now).pausedUntil).toBe('2026-05-02T00:00:00.000Z')
    // No worker can claim the import earlier.
    expect(await archive.deps.imports.claim(message, 'early')).toBeUndefined()
    batchesPerDay = 10
    const { row, waits } = await workUntilItEnds(archive, deps)
    expect(waits).toEqual([HOUR_MS])
    expect(row).toMatchObject({ state: 'completed', counts: { ingested: 5 } })
    const after = statusView(upload, { ingest: row, names: new Map() }, now)
    expect(after.pausedUntil).toBeNull()
  })

  it('can be deleted while it is paused', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', talks(5))
    await workOnImport(withDailyBatches(archive, () => 1))(message, () => false)
    const paused = await archive.status('u1')
    if (!paused) throw new Error('The import does not exist')
    expect(await archive.deps.imports.beginDeletion(paused)).toBe(true)
    world.clock.at += 61_000
    await workOnImport(archive.deps)(message, () => false)
    expect(await archive.status('u1')).toBeUndefined()
    expect(await archive.storedConversations()).toEqual([])
  })
})
