import { expect, test } from 'vitest'
import { call } from '../support/api.ts'
import { newArchivist, waitUntilImported } from '../support/archive.ts'
import { chatGptExport } from '../support/archive-talk.ts'
import { putPart } from '../support/objects.ts'

interface UploadReply {
  readonly upload: { readonly id: string }
  readonly next: { readonly url: string }
}
interface Results {
  readonly results: readonly { readonly conversation: { readonly title: string } }[]
}

const FACT = 'The boiler is serviced by Hartmann and Sons every October.'

test('an export is uploaded to the bucket, imported, searched, queried as a stream, and deleted', async () => {
  const { session: key } = await newArchivist()
  const bytes = Buffer.from(
    chatGptExport(
      { id: 'boiler', title: 'Heating', said: ['Who services our boiler?', FACT] },
      { id: 'bread', title: 'Sourdough', said: ['How do I feed a starter?', 'Equal parts of flour and water.'] },
    ),
  )
  const body = { name: 'conversations.json', bytes: bytes.length }
  const { body: upload } = await call<UploadReply>('POST', '/api/uploads', { key, body, as: 'createUpload' })
  const path = `/api/uploads/${upload.upload.id}`
  await putPart(upload.next.url, bytes)
  expect((await call('POST', `${path}/parts`, { key, body: { part: 1 }, as: 'nextUploadPart' })).status).toBe(200)
  expect((await call('POST', `${path}/complete`, { key, as: 'completeUpload' })).status).toBe(202)
  expect(await waitUntilImported(key, upload.upload.id)).toMatchObject({ ingestion: 'completed' })

  const search = async () => {
    const { body: found } = await call<Results>('GET', '/api/search?q=boiler', { key, as: 'searchArchive' })
    return found.results.map(({ conversation }) => conversation.title)
  }
  expect(await search()).toEqual(['Heating'])
  const chat = await call('POST', '/api/chat', {
    key,
    as: 'askArchive',
    body: { question: 'Who services the boiler?' },
    headers: { accept: 'text/event-stream' },
  })
  expect([chat.status, chat.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(Buffer.from(chat.bytes).toString()).toMatch(/event: answer\ndata: .*Hartmann and Sons/)

  expect((await call('DELETE', path, { key, as: 'deleteUpload' })).status).toBe(202)
  await expect.poll(search, { timeout: 20_000 }).toEqual([])
})
