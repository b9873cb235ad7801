import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { newArchivist, type Status, uploadSimple, uploadStatus, waitUntilImported } from '../../support/archive.ts'
import { receivedEvents, waitForEvent } from '../../support/bus.ts'
import { exportFile } from '../../support/chat-exports.ts'
import { putPart } from '../../support/objects.ts'
import { isLong } from '../../support/scale.ts'
import { testStack } from '../../support/test-stack.ts'
import { zipOf } from '../../support/zip-file.ts'

interface NextPart {
  readonly part: number
  readonly bytes: number
  readonly url: string
}
interface StartedUpload {
  readonly upload: { readonly id: string; readonly state: string }
  readonly partBytes: number
  readonly next: NextPart
  readonly code?: string
}
interface Parts {
  readonly partsDone: number
  readonly next: NextPart | null
  readonly code?: string
  readonly expected?: number
}

/** 50 MiB. */
const PART_BYTES = 52_428_800

const begin = (key: string, bytes: number, name = 'export.zip') =>
  call<StartedUpload>('POST', '/api/uploads', { key, body: { name, bytes }, as: 'createUpload' })
const confirmPart = (key: string, id: string, part: number, etag?: string) =>
  call<Parts>('POST', `/api/uploads/${id}/parts`, {
    key,
    body: { part, ...(etag ? { etag } : {}) },
    as: 'nextUploadPart',
  })
const complete = (key: string, id: string) =>
  call<Status & { code?: string; part?: number }>('POST', `/api/uploads/${id}/complete`, { key, as: 'completeUpload' })
const remove = (key: string, id: string) =>
  call<{ state?: string }>('DELETE', `/api/uploads/${id}`, { key, as: 'deleteUpload' })
const list = (key: string, query = '') =>
  call<{ uploads: Status[]; nextCursor: string | null }>('GET', `/api/uploads${query}`, { key, as: 'listUploads' })

/** PUTs bytes to a presigned URL, as the archive's page does. Returns their ETag, which the page may read. */
const putBytes = async ({ url }: NextPart, bytes: Uint8Array): Promise<string> => {
  const { origin } = new URL(String(testStack().urls.archive))
  const response = await fetch(url, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer>, headers: { origin } })
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toMatch(new RegExp(`^(?:\\*|${origin})$`))
  // An emulator may expose every header.
  expect(response.headers.get('access-control-expose-headers')).toMatch(/^\*$|\bETag\b/)
  return response.headers.get('etag') ?? ''
}

const small = exportFile({ seed: 7, conversations: 3, vendor: 'claude', root: 'array', messageBytes: 40 })

const LARGE_ITEMS = 130

/** Builds 1 MiB items without content: a conversation precedes every tenth, 67 is a number, a newer version follows. */
const largeFile = (): Buffer => {
  const padding = `{"mapping":{},"padding":"${' '.repeat(1024 * 1024)}"}`
  const messageAt = (id: number, at: number) =>
    JSON.stringify({
      thread_id: `t${id}`,
      updated_at: at,
      messages: [{ role: 'user', content: `said ${id} at ${at}` }],
    })
  const items = Array.from({ length: LARGE_ITEMS }, (_, n) => {
    const item = n === 67 ? '7' : padding
    return n % 10 === 0 ? `${messageAt(n, 1_700_000_000)},${item}` : item
  })
  return Buffer.from(`[${items.join(',')},${messageAt(0, 1_800_000_000)}]`)
}

describe('small exports', () => {
  verifies(
    ['SUP-4.2-9', 'SUP-4.2-11'],
    'createSimpleUpload returns 202; every conversation is counted, in a second import as unchanged',
    async () => {
      const { session } = await newArchivist()
      const { status, body, headers } = await uploadSimple(session, `${small.toString().slice(0, -1)}, {"id": 1}]`)
      expect([status, body.state, headers.get('x-ratelimit-limit')]).toEqual([202, 'uploaded', '20'])
      const imported = await waitUntilImported(session, body.id)
      expect(imported.bytesDone).toBe(imported.bytesTotal)
      expect(imported).toMatchObject({
        ingestion: 'completed_with_errors',
        conversations: { seen: 4, ingested: 3, unsupported: 1 },
        errors: [{ code: 'unknown_shape', index: 3 }],
        unsupported: [{ file: 'conversations.json', keys: ['id'], count: 1, index: 3 }],
      })
      const again = await waitUntilImported(session, (await uploadSimple(session, small.toString())).body.id)
      expect(again).toMatchObject({ ingestion: 'completed', conversations: { seen: 3, unchanged: 3, ingested: 0 } })
    },
  )

  test('createSimpleUpload returns 413 from 5,000,000 bytes on, and for a ZIP, and names the alternative', async () => {
    const { session } = await newArchivist()
    const large = await uploadSimple(session, ' '.repeat(5_000_000))
    expect([large.status, large.body.code, JSON.stringify(large.body)]).toEqual([
      413,
      'payload_too_large',
      expect.stringContaining('POST /api/uploads'),
    ])
    const zip = await uploadSimple(session, 'PK\u0003\u0004....')
    expect([zip.status, zip.body.code]).toEqual([413, 'zip_needs_parts'])
  })

  test('createSimpleUpload returns 422 for a file without bytes', async () => {
    const { session } = await newArchivist()
    const { status, body } = await uploadSimple(session, '')
    expect([status, body.code]).toEqual([422, 'empty_file'])
  })

  test('createSimpleUpload returns 400 for an invalid name', async () => {
    const { session } = await newArchivist()
    expect((await uploadSimple(session, '[]', ' ')).status).toBe(400)
  })
})

describe('uploads in parts', () => {
  // The URL is signed for the exact length, because stored bytes cost money.
  test('the bucket returns 403 for a part of another length', async () => {
    const { session } = await newArchivist()
    const { url } = (await begin(session, 1_000)).body.next
    const send = (bytes: number) => fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })
    expect([(await send(1_001)).status, (await send(999)).status, (await send(1_000)).status]).toEqual([403, 403, 200])
  })

  verifies(
    ['SUP-4.2-10'],
    'createUpload 201, nextUploadPart 200 and completeUpload 202 upload a ZIP in one part, which is read',
    async () => {
      const { session } = await newArchivist()
      const zip = zipOf({ 'conversations.json': small, 'user.json': Buffer.from('{}') })
      const { status, body } = await begin(session, zip.length)
      expect([status, body.upload.state, body.partBytes, body.next.part]).toEqual([201, 'created', PART_BYTES, 1])
      const etag = await putBytes(body.next, zip)
      const { id } = body.upload
      expect((await confirmPart(session, id, 1, etag)).body).toEqual({ partsDone: 1, next: null })
      const completed = await complete(session, id)
      expect([completed.status, completed.body.state]).toEqual([202, 'uploaded'])
      expect((await complete(session, id)).status).toBe(202)
      expect(await waitUntilImported(session, id)).toMatchObject({
        ingestion: 'completed',
        conversations: { seen: 3, ingested: 3 },
      })
    },
  )

  test.runIf(isLong)(
    'a file of more than 128 MiB is read in slices, and each of its items is counted once',
    async () => {
      const { session } = await newArchivist()
      const file = largeFile()
      const started = (await begin(session, file.length, 'large.json')).body
      const { id } = started.upload
      for (let part: NextPart | null = started.next; part; ) {
        const start = (part.part - 1) * PART_BYTES
        const etag = await putBytes(part, file.subarray(start, start + part.bytes))
        part = (await confirmPart(session, id, part.part, etag)).body.next
      }
      await complete(session, id)
      // 13 conversations and one version; item 67 is invalid and follows seven conversations.
      expect(await waitUntilImported(session, id)).toMatchObject({
        ingestion: 'completed_with_errors',
        bytesDone: file.length,
        conversations: { seen: LARGE_ITEMS + 14, ingested: 13, updated: 1, empty: LARGE_ITEMS - 1, unsupported: 1 },
        errors: [{ code: 'unknown_shape', index: 74 }],
      })
    },
  )

  verifies(
    ['SUP-8-4'],
    'nextUploadPart returns 409 and 422 for parts out of order, incomplete or changed',
    async () => {
      const { session } = await newArchivist()
      const { body } = await begin(session, PART_BYTES + 10)
      const { id } = body.upload
      const early = await confirmPart(session, id, 2)
      expect([early.status, early.body.code, early.body.expected]).toEqual([409, 'part_out_of_order', 1])
      expect((await confirmPart(session, id, 1)).body.code).toBe('part_missing')
      await putPart(body.next.url, Buffer.alloc(10))
      expect([(await confirmPart(session, id, 1)).status, (await confirmPart(session, id, 1)).body.code]).toEqual([
        422,
        'part_size',
      ])
      const etag = await putBytes(body.next, Buffer.alloc(PART_BYTES))
      expect((await confirmPart(session, id, 1, '"other"')).body.code).toBe('part_missing')
      const second = await confirmPart(session, id, 1, etag)
      expect(second.body).toMatchObject({ partsDone: 1, next: { part: 2, bytes: 10 } })
      // Repeats the request, because the response may have been lost.
      expect((await confirmPart(session, id, 1, etag)).body).toMatchObject({ partsDone: 1, next: { part: 2 } })
      expect((await confirmPart(session, id, 0)).body).toMatchObject({ partsDone: 1, next: { part: 1 } })
      const missing = await complete(session, id)
      expect([missing.status, missing.body.code, missing.body.part]).toEqual([409, 'part_missing', 2])
      expect((await uploadStatus(session, id)).body).toMatchObject({
        state: 'uploading',
        partsDone: 1,
        ingestion: null,
      })
    },
  )

  test('deleteUpload returns 202 and aborts an upload; later requests for it return 409', async () => {
    const { session } = await newArchivist()
    const { id } = (await begin(session, 100)).body.upload
    expect((await remove(session, id)).body).toEqual({ id, state: 'aborted' })
    expect((await uploadStatus(session, id)).body.state).toBe('aborted')
    const part = await confirmPart(session, id, 0)
    const completion = await complete(session, id)
    expect([part.status, part.body.code, completion.status, completion.body.code]).toEqual([
      409,
      'not_uploading',
      409,
      'not_uploading',
    ])
    expect([(await remove(session, id)).status, (await remove(session, id)).status]).toEqual([202, 404])
  })

  test('createUpload returns 400 with the invalid field', async () => {
    const { session } = await newArchivist()
    const { status, body } = await begin(session, 0, '\u0000')
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/name.*bytes|bytes.*name/)])
    expect((await confirmPart(session, 'none', -1)).status).toBe(400)
  })
})

describe('uploads of a workspace', () => {
  test('listUploads returns 200 with the newest first, by pages', async () => {
    const { session } = await newArchivist()
    const ids = [(await begin(session, 5)).body.upload.id, (await begin(session, 6)).body.upload.id]
    const first = await list(session, '?limit=1')
    expect(first.body.uploads.map(({ id }) => id)).toEqual([ids[1]])
    const secondPage = await list(session, `?cursor=${first.body.nextCursor}`)
    expect([secondPage.body.uploads.map(({ id }) => id), secondPage.body.nextCursor]).toEqual([[ids[0]], null])
    expect((await list(session, '?cursor=x')).status).toBe(400)
  })

  test('every upload route returns 404 for another workspace', async () => {
    const { session } = await newArchivist()
    const { id } = (await begin(session, 5)).body.upload
    const { session: stranger } = await newArchivist()
    const answers = [
      await uploadStatus(stranger, id),
      await confirmPart(stranger, id, 0),
      await complete(stranger, id),
      await remove(stranger, id),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await list(stranger)).body.uploads).toEqual([])
  })

  test('deleteUpload returns 202 and deletes a complete upload with its conversations', async () => {
    const { session } = await newArchivist()
    const { body } = await uploadSimple(session, small.toString())
    await waitUntilImported(session, body.id)
    const deleted = await remove(session, body.id)
    expect([deleted.status, deleted.body]).toEqual([202, { id: body.id, state: 'deleting' }])
    await expect.poll(async () => (await uploadStatus(session, body.id)).status, { timeout: 20_000 }).toBe(404)
  })

  test('getUploadStatus reports an upload that is not an export', async () => {
    const { session } = await newArchivist()
    const { body } = await uploadSimple(session, 'Dear archive')
    expect(await waitUntilImported(session, body.id)).toMatchObject({ ingestion: 'failed', failure: 'unknown_format' })
  })
})

// The bus of an emulator does not store events.
describe.skipIf(testStack().kind === 'emulator')('events of imports', () => {
  const eventTypesOf = async (upload: string) =>
    (await receivedEvents(({ subject }) => subject === upload)).map(({ type }) => type)

  test('report the end once, and the deletion once when the rows are removed', async () => {
    const { session } = await newArchivist()
    const { body } = await uploadSimple(session, small.toString())
    await waitUntilImported(session, body.id)
    await remove(session, body.id)
    await waitForEvent(({ subject, sequence }) => subject === body.id && Number(sequence) === 2)
    expect(await eventTypesOf(body.id)).toEqual([
      'org.signet.archive-import.completed.v1',
      'org.signet.archive-import.deleted.v1',
    ])
  })

  test('report why an import failed', async () => {
    const { session } = await newArchivist()
    const { body } = await uploadSimple(session, 'Dear archive')
    const event = await waitForEvent(({ subject }) => subject === body.id)
    expect([event.type, event.data]).toMatchObject([
      'org.signet.archive-import.failed.v1',
      { upload_id: body.id, failure: 'unknown_format', conversations: { seen: 0 } },
    ])
  })
})
