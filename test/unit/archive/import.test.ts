import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IngestDeps } from '../../../lambdas/archive/ingest/ingest-deps.ts'
import { verifies } from '../../spec/verifies.ts'
import { type ExportStyle, exportFile } from '../../support/chat-exports.ts'
import { openIndex } from '../../support/index-world.ts'
import { zipOf } from '../../support/zip-file.ts'
import { type ImportsWorld, openImports } from './import-world.ts'

let world: ImportsWorld
beforeAll(async () => {
  world = await openImports()
})
afterAll(() => world.close())

const style = (overrides: Partial<ExportStyle> = {}): ExportStyle => ({
  seed: 1,
  conversations: 8,
  vendor: 'chatgpt',
  root: 'array',
  messageBytes: 30,
  ...overrides,
})
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const thread = (id: string, content: string, updatedAt = '2026-01-01T00:00:00Z') => ({
  thread_id: id,
  title: id,
  updated_at: updatedAt,
  messages: [{ role: 'user', content }],
})
const counts = (overrides: object) => ({
  seen: 0,
  ingested: 0,
  unchanged: 0,
  updated: 0,
  empty: 0,
  failed: 0,
  oversize: 0,
  unsupported: 0,
  ...overrides,
})

describe('an import', () => {
  it('stores every conversation in packs, rows and the index', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', exportFile(style()))
    expect(await archive.work('u1')).toMatchObject({
      state: 'completed',
      counts: counts({ seen: 8, ingested: 8 }),
      errors: [],
    })
    expect(await archive.storedConversations()).toHaveLength(8)
    expect([...archive.index.batches.values()].map(({ conversations }) => conversations.length)).toEqual([3, 3, 2])
    expect([...archive.objects.keys()].filter((key) => key.startsWith('packs/w/u1/0000-'))).toHaveLength(3)
  })

  it.each(['object', 'envelope', 'ndjson'] as const)('reads the root %s', async (root) => {
    const archive = await world.fresh()
    await archive.upload('u1', exportFile(style({ root, conversations: 4, vendor: 'claude' })))
    expect(await archive.work('u1')).toMatchObject({ state: 'completed', counts: { seen: 4, ingested: 4 } })
  })

  it('separates threads of lines and conversations that begin at the same byte', async () => {
    const archive = await world.fresh()
    const line = { sessionId: 's', uuid: 'l', message: { role: 'user', content: 'a line' } }
    await archive.upload(
      'u1',
      Buffer.from([line, thread('a', 'whole'), line].map((line) => JSON.stringify(line)).join('\n')),
    )
    await archive.work('u1')
    expect((await archive.storedConversations()).map(({ sourceId }) => sourceId)).toEqual(['a', 's'])
    expect([...archive.index.batches.values()].flatMap(({ conversations }) => conversations)).toHaveLength(2)
  })

  it('counts each item of a file once, and reports the positions of unreadable ones', async () => {
    const archive = await world.fresh()
    const items = [
      thread('a', 'hello'),
      { title: 'shared', id: 's' },
      { mapping: {}, id: 'e' },
      7,
      thread('a', 'hello'),
    ]
    const file = Buffer.from(`${JSON.stringify(items).slice(0, -1)},{"messages":[{"role":"user","content":"cut`)
    await archive.upload('u1', file)
    const row = await archive.work('u1')
    expect(row).toMatchObject({
      state: 'completed_with_errors',
      counts: counts({ seen: 6, ingested: 1, unchanged: 1, empty: 1, failed: 1, unsupported: 2 }),
    })
    expect(row?.unsupported).toMatchObject([
      { index: 1, code: 'no_messages', keys: ['title', 'id'], count: 1 },
      { index: 3, code: 'unknown_shape', keys: [], count: 1 },
    ])
    expect(row?.errors.map(({ index, code }) => [index, code])).toEqual([
      [1, 'no_messages'],
      [3, 'unknown_shape'],
      [5, 'truncated'],
    ])
    const [first] = row?.errors ?? []
    expect(JSON.parse(file.subarray(first?.start, first?.end).toString())).toEqual(items[1])
  })

  it('distinguishes new, changed and unchanged conversations of a second export', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', json([thread('a', 'one'), thread('b', 'two')]))
    await archive.work('u1')
    await archive.upload(
      'u2',
      json([thread('b', 'two'), thread('a', 'one more', '2026-02-01T00:00:00Z'), thread('c', 'three')]),
    )
    expect((await archive.work('u2'))?.counts).toEqual(counts({ seen: 3, ingested: 1, updated: 1, unchanged: 1 }))
    expect((await archive.storedConversations()).map(({ messages }) => messages[0]?.parts[0]?.text)).toEqual([
      'one more',
      'two',
      'three',
    ])
    const batchSizes = [...archive.index.batches.values()].map(({ conversations }) => conversations.length)
    expect(batchSizes).toEqual([2, 2])
  })

  it('ignores versions of an older export', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', json([thread('a', 'new', '2026-03-01T00:00:00Z')]))
    await archive.work('u1')
    await archive.upload('u2', json([thread('a', 'old', '2026-01-01T00:00:00Z')]))
    expect((await archive.work('u2'))?.counts).toEqual(counts({ seen: 1, unchanged: 1 }))
    expect((await archive.storedConversations())[0]?.messages[0]?.parts[0]?.text).toBe('new')
  })

  verifies(
    ['SUP-2.2-4'],
    'assembles threads from lines scattered over a file that also contains complete conversations',
    async () => {
      const archive = await world.fresh()
      const line = (session: string, n: number) => ({
        sessionId: session,
        type: n % 2 === 0 ? 'user' : 'assistant',
        uuid: `${session}-${n}`,
        parentUuid: n === 0 ? null : `${session}-${n - 1}`,
        timestamp: `2026-01-01T00:00:${String(n).padStart(2, '0')}Z`,
        message: {
          role: n % 2 === 0 ? 'user' : 'assistant',
          content: [{ type: 'text', text: `${session} says ${n}` }],
        },
      })
      const lines = [0, 1, 2, 3].flatMap((n) => ['s1', 's2', 's3', 's4'].map((session) => line(session, n)))
      const file = [...lines.slice(0, 6), thread('whole', 'x'), ...lines.slice(6)]
        .map((line) => JSON.stringify(line))
        .join('\n')
      await archive.upload('u1', Buffer.from(file), 'threads.jsonl')
      expect(await archive.work('u1')).toMatchObject({ state: 'completed', counts: { seen: 5, ingested: 5 } })
      const pathLengths = (await archive.storedConversations()).map(({ sourceId, activePath }) => [
        sourceId,
        activePath.length,
      ])
      expect(pathLengths).toEqual([
        ['s1', 4],
        ['s2', 4],
        ['s3', 4],
        ['s4', 4],
        ['whole', 1],
      ])
    },
  )

  verifies(['SUP-3-1'], 'continues after its time is up, with the same result', async () => {
    const undisturbed = await world.fresh()
    await undisturbed.upload('u1', exportFile(style()))
    await undisturbed.work('u1')
    const expected = await undisturbed.state()
    const archive = await world.fresh()
    await archive.upload('u1', exportFile(style()))
    await archive.work('u1', () => true)
    expect(await archive.state()).toEqual(expected)
    expect(archive.queuedMessages).toHaveLength(4)
  })

  it('unpacks the conversations and projects of a ZIP and skips its other files', async () => {
    const archive = await world.fresh()
    const zip = zipOf({
      'export/conversations-001.json': exportFile(style({ conversations: 2 })),
      'export/conversations-000.json': exportFile(style({ conversations: 4, seed: 9 })),
      'export/shared_conversations.json': json([{ id: 'x', title: 'y' }]),
      'export/user.json': json({ id: 'u' }),
      'projects.json': json([{ uuid: 'p1', name: 'Garden', docs: [{ filename: 'a.md', content: 'roses' }] }]),
    })
    await archive.upload('u1', zip, 'export.zip')
    const row = await archive.work('u1', () => true)
    expect(row).toMatchObject({ state: 'completed', counts: { seen: 7, ingested: 7 } })
    expect(await archive.fileNames('u1')).toEqual([
      'export/conversations-000.json',
      'export/conversations-001.json',
      'projects.json',
    ])
  })

  it.each([
    ['empty_file', Buffer.alloc(0)],
    ['empty_file', Buffer.from(' ')],
    ['unknown_format', Buffer.from('Dear archive')],
    ['zip_without_conversations', zipOf({ 'user.json': json({}) })],
    ['zip_broken', Buffer.from('PK\u0003\u0004 and nothing else')],
    ['zip_broken', Buffer.concat([zipOf({ 'conversations.json': json([]) }).subarray(0, 60)])],
    ['zip_too_large', zipOf({ 'conversations.json': Buffer.alloc(40_000_000, ' ') })],
  ])('fails as %s', async (failure, file) => {
    const archive = await world.fresh()
    await archive.upload('u1', file)
    expect(await archive.work('u1')).toMatchObject({ state: 'failed', standing: 'ended', failure })
  })

  it('fails when the object has been replaced before reading continues', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', exportFile(style()))
    let checks = 0
    const isTimeUp = () => {
      if (checks++ === 1) archive.objects.set('uploads/w/u1', Buffer.from('[]'))
      return true
    }
    expect(await archive.work('u1', isTimeUp)).toMatchObject({ state: 'failed', failure: 'object_changed' })
  })

  it('waits while another worker has it, and continues when the heartbeats of that worker stop', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', exportFile(style()))
    const otherClaim = await archive.deps.imports.claim({ workspace: 'w', upload: 'u1' }, 'other')
    // Each run returns at once, so `work` gives up.
    await expect(archive.work('u1')).rejects.toThrow('does not end')
    expect((await archive.status('u1'))?.counts.seen).toBe(0)
    world.clock.at += 61_000
    expect(await archive.work('u1')).toMatchObject({ state: 'completed' })
    expect(otherClaim && (await archive.deps.imports.checkpoint(otherClaim, {}))).toBeUndefined()
  })
})

describe('the deletion of an import', () => {
  it('restores a version that becomes current for the second time, after a merge has dropped it', async () => {
    const archive = await world.fresh()
    const searchIndex = await openIndex()
    const deps: IngestDeps = { ...archive.deps, index: searchIndex.index }
    const importThread = async (upload: string, text: string, updatedAt: string) => {
      await archive.upload(upload, json([thread('a', text, updatedAt)]))
      await archive.work(upload, () => false, deps)
    }
    /** Merges a day later, when content without a current version is dropped. */
    const merge = async () => {
      searchIndex.clock.at += 25 * 3_600_000
      for (const { conversation, content_hash } of await archive.conversations())
        searchIndex.current.set(conversation, content_hash)
      for (let i = 0; i < 8; i++)
        await searchIndex.add('w', `${searchIndex.clock.at}-${i}`, { id: `c${i}`, said: [`topic ${i}`] })
      await searchIndex.merge('w')
    }
    const deleteImport = async (upload: string) => {
      await archive.remove(upload)
      await archive.work(upload, () => false, deps)
    }
    await importThread('u1', 'the heron', '2026-01-01T00:00:00Z')
    for (const upload of ['u2', 'u3']) {
      await importThread(upload, 'the kestrel', '2026-02-01T00:00:00Z')
      await merge()
      expect((await searchIndex.find('w', 'heron')).windows).toEqual([])
      await deleteImport(upload)
      const [row] = await archive.conversations()
      const { windows } = await searchIndex.find('w', 'heron')
      expect(windows.map(({ version }) => version)).toEqual([row?.content_hash])
    }
    await searchIndex.close()
  })

  it('removes everything that the import created', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', exportFile(style()))
    await archive.work('u1')
    await archive.remove('u1')
    expect(await archive.work('u1', () => true)).toBeUndefined()
    expect(await archive.state()).toMatchObject({ rows: [], objects: [] })
    expect(archive.index.removed).toHaveLength(8)
  })

  it('makes the version of another import current again', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', json([thread('a', 'one'), thread('b', 'two')]))
    await archive.work('u1')
    await archive.upload('u2', json([thread('a', 'one more', '2026-02-01T00:00:00Z'), thread('c', 'three')]))
    await archive.work('u2')
    await archive.remove('u2')
    await archive.work('u2')
    expect((await archive.storedConversations()).map(({ messages }) => messages[0]?.parts[0]?.text)).toEqual([
      'one',
      'two',
    ])
    const indexedVersions = [...archive.index.batches.values()].flatMap(({ conversations }) =>
      conversations.map(({ version }) => version),
    )
    expect(indexedVersions.at(-1)).toBe(indexedVersions[0])
    expect(archive.index.removed).toHaveLength(1)
  })
})
