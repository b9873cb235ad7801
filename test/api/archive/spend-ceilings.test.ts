import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newArchivist, type Status, takeIn, uploadSimple, uploadStatus, whenRead } from '../../support/archive.ts'
import { chatGptExport } from '../../support/archive-talk.ts'
import { clearCeiling, setCeiling, usedToday } from '../../support/ceilings.ts'
import { advance } from '../../support/control.ts'
import { newKey } from '../../support/credentials.ts'
import { putPart } from '../../support/objects.ts'
import { testStack } from '../../support/test-stack.ts'

const HOUR = 3_600_000
const PART_BYTES = 52_428_800
const talk = { id: 'boiler', title: 'Heating', said: ['Who services our boiler?', 'Hartmann and Sons.'] }

const ask = (key: string, headers = {}) =>
  call<{ code?: string }>('POST', '/api/chat', {
    ...{ key, headers, as: 'askArchive' },
    body: { question: 'Who services the boiler?' },
  })

const questionsOf = async (key: string): Promise<unknown> => {
  const { body } = await call<{ total: { questions: number } }>('GET', '/api/telemetry?limit=1', {
    ...{ key, as: 'getTelemetry' },
  })
  return body.total.questions
}

const begin = (key: string, bytes: number) =>
  call<{ upload: { id: string }; next: { url: string } }>('POST', '/api/uploads', {
    ...{ key, as: 'createUpload' },
    body: { name: 'export.zip', bytes },
  })

describe('beyond the ceiling of the language model', () => {
  afterEach(() => clearCeiling('bedrock-tokens'))

  test('503 for questions, as JSON and as events, and none is counted', async () => {
    const { session } = await newArchivist()
    await takeIn(session, talk)
    await setCeiling('bedrock-tokens', 0)
    for (const accept of ['application/json', 'text/event-stream']) {
      const { status, headers, body } = await ask(session, { accept })
      expect([status, body]).toMatchObject([503, { code: 'spend_ceiling', stopped: 'bedrock-tokens' }])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await questionsOf(session)).toBe(0)
    await clearCeiling('bedrock-tokens')
    expect((await ask(session)).status).toBe(200)
    expect(await questionsOf(session)).toBe(1)
  })
})

describe('beyond the ceiling of what is taken in', () => {
  afterEach(() => clearCeiling('storage'))

  test('503 for uploads, until one that was begun is aborted', async () => {
    const { session } = await newArchivist()
    await setCeiling('storage', 5_000_000_000_000)
    const before = await usedToday('storage')
    const first = await begin(session, 10_000_000)
    expect(await usedToday('storage')).toBe(before + 10_000_000)
    expect(first.status).toBe(201)
    await setCeiling('storage', 0)
    expect((await begin(session, 1)).body).toMatchObject({ code: 'spend_ceiling', stopped: 'storage' })
    expect((await uploadSimple(session, chatGptExport(talk))).body).toMatchObject({ code: 'spend_ceiling' })
    const { status } = await call('DELETE', `/api/uploads/${first.body.upload.id}`, {
      key: session,
      as: 'deleteUpload',
    })
    expect([status, await usedToday('storage')]).toEqual([202, before])
  })

  test('what is announced is not counted: a part is, as its address is given, and waits beyond the ceiling', async () => {
    const { session } = await newArchivist()
    await setCeiling('storage', 5_000_000_000_000)
    const before = await usedToday('storage')
    const { body } = await begin(session, PART_BYTES + 10)
    expect(await usedToday('storage')).toBe(before + PART_BYTES)
    await putPart(body.next.url, Buffer.alloc(PART_BYTES))
    await setCeiling('storage', 0)
    const goOn = () =>
      call<{ code?: string; next?: { part: number } }>('POST', `/api/uploads/${body.upload.id}/parts`, {
        ...{ key: session, as: 'nextUploadPart' },
        body: { part: 1 },
      })
    expect((await goOn()).body).toMatchObject({ code: 'spend_ceiling', stopped: 'storage' })
    await setCeiling('storage', 5_000_000_000_000)
    expect((await goOn()).body).toMatchObject({ partsDone: 1, next: { part: 2 } })
    expect((await goOn()).body).toMatchObject({ partsDone: 1, next: { part: 2 } })
    expect(await usedToday('storage')).toBe(before + PART_BYTES + 10)
    await call('DELETE', `/api/uploads/${body.upload.id}`, { key: session, as: 'deleteUpload' })
    expect(await usedToday('storage')).toBe(before)
  })
})

// An emulator's clock goes by itself.
describe.skipIf(testStack().kind === 'emulator')('beyond the ceiling of embeddings', () => {
  afterEach(() => clearCeiling('embedding-tokens'))

  test('an import waits, says until when, and goes on within the hour in which there are more', async () => {
    // It outlives the hour, unlike a session.
    const session = await newKey('archive', ['archive:admin'])
    await setCeiling('embedding-tokens', 0)
    const { body: upload } = await uploadSimple(session, chatGptExport(talk))
    let status: (Status & { pausedUntil?: string | null }) | undefined
    for (let looks = 0; looks < 60 && !status?.pausedUntil; looks++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      status = (await uploadStatus(session, upload.id)).body
    }
    expect(status).toMatchObject({ ingestion: 'ingesting', pausedUntil: expect.stringMatching(/T00:00:00.000Z$/) })
    await clearCeiling('embedding-tokens')
    await advance(HOUR + 120_000)
    expect(await whenRead(session, upload.id)).toMatchObject({ ingestion: 'completed', failure: null })
    expect((await ask(session)).status).toBe(200)
  })
})
