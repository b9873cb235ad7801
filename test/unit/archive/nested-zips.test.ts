import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportFile } from '../../support/chat-exports.ts'
import { zipOf } from '../../support/zip-file.ts'
import { type ImportsWorld, openImports } from './import-world.ts'

let world: ImportsWorld
beforeAll(async () => {
  world = await openImports()
})
afterAll(() => world.close())

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const exportOf = (seed: number, conversations = 2): Buffer =>
  exportFile({ seed, conversations, vendor: 'chatgpt', root: 'array', messageBytes: 30 })

/** An export of OpenAI's privacy portal: the usual export in nested ZIPs, and other files and ZIPs. */
const portalZip = () =>
  zipOf({
    'report.html': Buffer.from('<h2>Your data</h2>'),
    'Financial/Invoices.json': json([{ id: 'i' }]),
    'User Online Activity/Ads__made-up-ads-0001.zip': Buffer.alloc(0),
    'User Online Activity/Conversations__made-up-chatgpt-0001.zip': zipOf({
      'conversations-000.json': exportOf(1),
      'conversations-001.json': exportOf(2),
      'user.json': json({ id: 'u' }),
    }),
    'User Online Activity/Conversations__made-up-chatgpt-0002.zip': zipOf({ 'conversations.json': exportOf(3) }),
    'User Online Activity/Files__made-up-files-0001.zip': zipOf({ 'file.dat': Buffer.from('a picture') }),
  })

describe('nested archives', () => {
  it('with conversations are unpacked and then removed; nested archives of other files are skipped', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', portalZip(), 'portal.zip')
    const row = await archive.work('u1')
    expect(row).toMatchObject({ state: 'completed', counts: { seen: 6, ingested: 6 } })
    expect(await archive.fileNames('u1')).toEqual([
      'conversations-000.json',
      'conversations-001.json',
      'conversations.json',
    ])
    expect([...archive.objects.keys()].filter((key) => key.includes('zip'))).toEqual([])
  })

  it('have the same result if the worker stops after each file', async () => {
    const uninterrupted = await world.fresh()
    await uninterrupted.upload('u1', portalZip(), 'portal.zip')
    const expected = await uninterrupted.work('u1')
    const files = await uninterrupted.fileNames('u1')
    const archive = await world.fresh()
    await archive.upload('u1', portalZip(), 'portal.zip')
    expect(await archive.work('u1', () => true)).toMatchObject({ counts: expected?.counts })
    expect(await archive.fileNames('u1')).toEqual(files)
  })

  it('leave no objects if the upload is deleted while they are unpacked', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', portalZip(), 'portal.zip')
    const storage = archive.deps.bucket
    let puts = 0
    const bucket = {
      ...storage,
      async put(key: string, body: Uint8Array) {
        if (++puts > 2) throw new Error('The worker is killed')
        await storage.put(key, body)
      },
    }
    await expect(archive.work('u1', () => false, { ...archive.deps, bucket })).rejects.toThrow()
    expect([...archive.objects.keys()].some((key) => key.includes('zip-0000'))).toBe(true)
    world.clock.at += 61_000
    await archive.remove('u1')
    await archive.work('u1')
    expect([...archive.objects.keys()]).toEqual([])
  })

  it('appear in the status as unsupported if they are invalid or nested too deeply', async () => {
    const archive = await world.fresh()
    const deep = [1, 2, 3, 4].reduce(
      (inner) => zipOf({ 'inner-export.zip': inner }),
      zipOf({ 'conversations.json': exportOf(4) }),
    )
    await archive.upload(
      'u1',
      zipOf({ 'broken-export.zip': Buffer.from('no archive'), 'conversations.json': exportOf(5), 'deep.zip': deep }),
    )
    const row = await archive.work('u1')
    expect(row).toMatchObject({ state: 'completed_with_errors', counts: { seen: 4, ingested: 2, unsupported: 2 } })
    expect(row?.unsupported).toMatchObject([{ code: 'unknown_shape', count: 2 }])
    const names = await archive.fileNames('u1')
    const brokenNames = row?.errors.map(({ file }) => names[file])
    expect(brokenNames).toEqual(['broken-export.zip', 'inner-export.zip'])
  })

  it.each([
    ['zip_without_conversations', zipOf({ 'a.zip': zipOf({ 'user.json': json({}) }) })],
    ['zip_too_large', zipOf({ 'a.zip': zipOf({ 'conversations.json': Buffer.alloc(40_000_000, ' ') }) })],
  ])('fail as %s', async (failure, file) => {
    const archive = await world.fresh()
    await archive.upload('u1', file)
    expect(await archive.work('u1')).toMatchObject({ state: 'failed', failure })
  })
})

describe('members of an archive', () => {
  it('with unknown names are read if no known name exists', async () => {
    const archive = await world.fresh()
    const saved = { title: 'Saved', messages: [{ role: 'user', content: 'Saved by hand' }] }
    await archive.upload('u1', zipOf({ 'My thread.json': json(saved), 'user.json': json({ id: 'u' }) }))
    expect(await archive.work('u1')).toMatchObject({ state: 'completed', counts: { seen: 1, ingested: 1 } })
  })

  it('with another checksum count as broken', async () => {
    const archive = await world.fresh()
    const zip = zipOf({ 'conversations.json': exportOf(6) })
    const directory = zip.indexOf('PK\u0001\u0002')
    // Offset 16 of a directory entry: the CRC-32.
    zip.writeUInt8(zip.readUInt8(directory + 16) ^ 1, directory + 16)
    await archive.upload('u1', zip)
    expect(await archive.work('u1')).toMatchObject({ state: 'failed', failure: 'zip_broken' })
  })
})
