import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workOnImport } from '../../../lambdas/archive/ingest/work-on-import.ts'
import { scaled } from '../../support/scale.ts'
import { zipOf } from '../../support/zip-file.ts'
import { type ImportsWorld, openImports, SMALL_BATCHES } from './import-world.ts'

let world: ImportsWorld
beforeAll(async () => {
  world = await openImports()
})
afterAll(() => world.close())

type Archive = Awaited<ReturnType<ImportsWorld['fresh']>>

const talk = (id: string, title = id) => ({
  thread_id: id,
  title,
  messages: [{ id: `m-${id}`, role: 'user', content: `said in ${id.slice(0, 20)}` }],
})
const json = (...talks: readonly object[]) => Buffer.from(JSON.stringify(talks))
const message = { workspace: 'w', upload: 'u1' }

/** Runs a worker whenever the import is due. Returns the ended import and the waits in seconds. */
const workRepeatedly = async (
  archive: Archive,
  deps: Archive['deps'],
  { attemptsMax = 20 }: { attemptsMax?: number } = {},
) => {
  const waits: number[] = []
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    await workOnImport(deps)(message, () => false).catch(() => undefined)
    const row = await archive.status('u1')
    if (row?.standing !== 'open') return { row, waits }
    const wait = Math.max(0, Date.parse(row.due) - world.clock.at) / 1000
    waits.push(wait)
    world.clock.at += wait * 1000 + 1
  }
  throw new Error('The import does not end')
}

/** Returns the dependencies of a worker whose index refuses the batches of one file. */
const withFailingIndex = (archive: Archive, file: string, error = new Error('The index is out of order')) => ({
  ...archive.deps,
  index: {
    ...archive.deps.index,
    add: async (batch: Parameters<Archive['deps']['index']['add']>[0]) => {
      if (batch.batchId.includes(`/u1/${file}-`)) throw error
      await archive.deps.index.add(batch)
    },
  },
})

const threeFiles = zipOf({
  'conversations-000.json': json(talk('a')),
  'conversations-001.json': json(talk('b'), talk('c')),
  'conversations-002.json': json(talk('d')),
})

const validationError = () =>
  Object.assign(new Error('Item size has exceeded the maximum'), { name: 'ValidationException' })

describe('an import whose attempts fail', () => {
  it('retries eight times with increasing delays, and imports everything except the failing file', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', threeFiles)
    const { row, waits } = await workRepeatedly(archive, withFailingIndex(archive, '0001'))
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3840, 3840])
    expect(row).toMatchObject({
      state: 'completed_with_errors',
      failure: 'too_many_attempts',
      counts: { seen: 3, ingested: 2, failed: 1 },
      errors: [{ file: 1, start: 0, code: 'too_many_attempts' }],
    })
    expect((await archive.storedConversations()).map(({ sourceId }) => sourceId)).toEqual(['a', 'd'])
  })

  it('fails if no item could be read', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', json(talk('a')))
    const { row } = await workRepeatedly(archive, withFailingIndex(archive, '0000'))
    expect(row).toMatchObject({ state: 'failed', failure: 'too_many_attempts', counts: { seen: 1, failed: 1 } })
  })

  it.each(['detecting', 'ingesting'])('ends when workers have died nine times while it is %s', async (state) => {
    const archive = await world.fresh()
    await archive.upload('u1', threeFiles)
    await workOnImport(archive.deps)(message, () => true)
    let checks = 0
    if (state === 'ingesting') await workOnImport(archive.deps)(message, () => checks++ > 1)
    for (let deaths = 0; deaths < 9; deaths++) {
      expect(await archive.deps.imports.claim(message, `dead-${deaths}`)).toBeDefined()
      world.clock.at += 61_000
    }
    const row = await archive.work('u1')
    expect(row).toMatchObject({ state: 'completed_with_errors', failure: 'too_many_attempts', counts: { failed: 1 } })
  })

  it('continues if each attempt makes progress, even if workers stop after each step', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', json(...Array.from({ length: 40 }, (_, i) => talk(`t${i}`))))
    expect(await archive.work('u1', () => true)).toMatchObject({ state: 'completed', counts: { ingested: 40 } })
  })
})

describe('a slice without progress', () => {
  it('stops after eight attempts; the content of other slices remains', async () => {
    const slices = {
      unreadBytesMin: 10,
      sliceBytes: 150,
      planBytes: 1_000_000,
      conversations: 1_000,
      deferredRanges: 100,
    }
    const sliced = await openImports({ ...SMALL_BATCHES, items: 2, slices })
    const archive = await sliced.fresh()
    await archive.upload('u1', json(...Array.from({ length: 8 }, (_, i) => talk(`t${i}`))))
    let refusals = 0
    const index = {
      ...archive.deps.index,
      add: async (batch: Parameters<Archive['deps']['index']['add']>[0]) => {
        if (JSON.stringify(batch).includes('said in t3')) throw new Error(`The index is out of order ${++refusals}`)
        await archive.deps.index.add(batch)
      },
    }
    for (let attempt = 0; attempt < 40 && (await archive.status('u1'))?.standing === 'open'; attempt++) {
      await workOnImport({ ...archive.deps, index })(message, () => false).catch(() => undefined)
      // Longer than the longest delay of 3840 seconds.
      sliced.clock.at += 3_900_000
    }
    const row = await archive.status('u1')
    expect(row).toMatchObject({ state: 'completed_with_errors', failure: 'too_many_attempts', counts: { failed: 1 } })
    expect(row?.counts.ingested).toBeGreaterThan(4)
    expect(refusals).toBe(8)
    await sliced.close()
  })
})

describe('a permanent AWS error', () => {
  it('prevents a retry; other files are imported', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', threeFiles)
    const failingDeps = withFailingIndex(archive, '0000', validationError())
    const { row, waits } = await workRepeatedly(archive, failingDeps, { attemptsMax: 3 })
    expect(waits).toEqual([])
    expect(row).toMatchObject({ state: 'completed_with_errors', failure: 'not_storable', counts: { ingested: 3 } })
  })

  it('becomes the reason of a failed import', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', json(talk('a')))
    const failingDeps = withFailingIndex(archive, '0000', validationError())
    const { row } = await workRepeatedly(archive, failingDeps, { attemptsMax: 3 })
    expect(row).toMatchObject({ state: 'failed', failure: 'not_storable' })
  })
})

describe('texts of unlimited length', () => {
  const longText = `${'x'.repeat(511)}😀${'y'.repeat(420_000)}`

  it('appear truncated in rows, and long ids as digests; the pack contains the full text', async () => {
    const archive = await world.fresh()
    const conversation = {
      ...talk(longText, longText),
      messages: [{ id: longText, role: 'assistant', model: longText, content: 'hello' }],
    }
    await archive.upload('u1', json(conversation, talk('b')))
    expect(await archive.work('u1')).toMatchObject({ state: 'completed', counts: { seen: 2, ingested: 2 } })
    const row = (await archive.conversations()).find(({ source_id }) => source_id !== 'b')
    expect(row?.title).toBe('x'.repeat(511))
    expect(row?.source_id).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(JSON.stringify(row).length).toBeLessThan(3_000)
    expect(row && (await archive.deps.packs.read(row.pack))).toMatchObject({ title: longText, sourceId: longText })
    const windows = [...archive.index.batches.values()].flatMap(({ conversations }) =>
      conversations.flatMap((conversation) => conversation.windows.flatMap(({ messageIds }) => messageIds)),
    )
    expect(windows.toSorted()[1]).toMatch(/^sha256:/)
  })

  it('in file names of a ZIP are stored in separate rows, and are deleted with the upload', async () => {
    const archive = await world.fresh()
    const fileCount = scaled(120, 1_500)
    const name = (i: number) => `conversations/${String(i).padStart(4, '0')}${'ü'.repeat(229)}.json`
    const zip = zipOf(Object.fromEntries(Array.from({ length: fileCount }, (_, i) => [name(i), json(talk(`t${i}`))])))
    await archive.upload('u1', zip)
    const row = await archive.work('u1')
    expect(row).toMatchObject({
      state: 'completed',
      counts: { seen: fileCount, ingested: fileCount },
      files_found: fileCount,
    })
    expect(JSON.stringify(row).length).toBeLessThan(2_000)
    expect(await archive.fileNames('u1')).toHaveLength(fileCount)
    await archive.remove('u1')
    await archive.work('u1')
    expect(await archive.state()).toMatchObject({ rows: [], objects: [] })
  })
})

describe('the directory of a ZIP', () => {
  it('needs two GETs, and each imported member one more, regardless of the number of members', async () => {
    const archive = await world.fresh()
    const picture = Buffer.from('a picture')
    const pictures = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`pictures/${i}-${'n'.repeat(60)}`, picture]),
    )
    const firstMember = { 'a/conversations.json': json(talk('a')) }
    await archive.upload('u1', zipOf({ ...firstMember, ...pictures, 'z/conversations.json': json(talk('b')) }))
    const ranges: unknown[] = []
    const bucket = {
      ...archive.deps.bucket,
      read: (...[key, options]: Parameters<Archive['deps']['bucket']['read']>) => {
        if (key.startsWith('uploads/')) ranges.push(options?.range)
        return archive.deps.bucket.read(key, options)
      },
    }
    const row = await archive.work('u1', () => false, { ...archive.deps, bucket })
    expect(row).toMatchObject({ state: 'completed', counts: { ingested: 2 } })
    // The first GET detects the file type.
    expect(ranges.length - 1).toBeLessThanOrEqual(4)
  })

  it('counts as broken if a member does not inflate', async () => {
    const archive = await world.fresh()
    const zip = zipOf({ 'conversations.json': json(talk('a'), talk('b')) })
    // Compressed bytes of the member.
    zip.fill(0xff, 60, 80)
    await archive.upload('u1', zip)
    expect(await archive.work('u1')).toMatchObject({ state: 'failed', failure: 'zip_broken' })
  })

  // The end record is the last 22 bytes and has the position of the directory at -6. The entry before it ends with the
  // position of its member (4 bytes) and its name.
  it.each([
    ['its directory', -6],
    ['a member', -22 - 4 - 'conversations.json'.length],
  ])('counts as broken without a retry if the position of %s is after the end of the file', async (_, offset) => {
    const archive = await world.fresh()
    const zip = zipOf({ 'conversations.json': json(talk('a')) })
    zip.writeUInt32LE(0x7fff_fff0, zip.length + offset)
    await archive.upload('u1', zip)
    expect(await archive.work('u1')).toMatchObject({ state: 'failed', failure: 'zip_broken' })
  })

  it('counts as broken without a retry if it states more members than it contains', async () => {
    const archive = await world.fresh()
    const zip = zipOf({ 'conversations.json': json(talk('a')) })
    // The numbers of members on this disk and in total.
    zip.writeUInt16LE(60_000, zip.length - 14)
    zip.writeUInt16LE(60_000, zip.length - 12)
    await archive.upload('u1', zip)
    expect(await archive.work('u1')).toMatchObject({ state: 'failed', failure: 'zip_broken' })
  })
})
