import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { importTalks, newArchivist, uploadSimple, uploadStatus, waitUntilImported } from '../../support/archive.ts'
import { chatGptExport } from '../../support/archive-talk.ts'
import { usedToday, withCeiling } from '../../support/ceilings.ts'
import { DAY_MS, withinWindow } from '../../support/clock-windows.ts'
import { atLaterTime, runFunction } from '../../support/control.ts'
import { newKey } from '../../support/credentials.ts'
import { putPart } from '../../support/objects.ts'
import { testStack } from '../../support/test-stack.ts'

const HOUR_MS = 3_600_000
const PART_BYTES = 52_428_800
const talk = { id: 'boiler', title: 'Heating', said: ['Who services our boiler?', 'Hartmann and Sons.'] }

const ask = (key: string, headers = {}) =>
  call<{ code?: string }>('POST', '/api/chat', {
    key,
    headers,
    as: 'askArchive',
    body: { question: 'Who services the boiler?' },
  })

const questionsOf = async (key: string): Promise<unknown> => {
  const { body } = await call<{ total: { questions: number } }>('GET', '/api/telemetry?limit=1', {
    key,
    as: 'getTelemetry',
  })
  return body.total.questions
}

const begin = (key: string, bytes: number) =>
  call<{ upload: { id: string }; next: { url: string } }>('POST', '/api/uploads', {
    key,
    as: 'createUpload',
    body: { name: 'export.zip', bytes },
  })

describe('the daily limit of the language model', () => {
  test('returns 503 for questions, as JSON and as events, without counting them', async () => {
    const { session } = await newArchivist()
    await importTalks(session, talk)
    await withCeiling('bedrock-tokens', 0, async () => {
      for (const accept of ['application/json', 'text/event-stream']) {
        const { status, headers, body } = await ask(session, { accept })
        expect([status, body]).toMatchObject([503, { code: 'spend_ceiling', stopped: 'bedrock-tokens' }])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(await questionsOf(session)).toBe(0)
    })
    expect((await ask(session)).status).toBe(200)
    expect(await questionsOf(session)).toBe(1)
  })
})

/* The tests of the daily limit move the clock. Keys stay valid, but sessions expire. */

/** Runs work within one UTC day, with a storage limit that no other test reaches. */
const withStorage = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withinWindow(DAY_MS, 3 * HOUR_MS, () => withCeiling('storage', 5_000_000_000_000, work))
const withoutStorage = <Result>(work: () => Promise<Result>): Promise<Result> => withCeiling('storage', 0, work)

describe('the daily limit of uploads', () => {
  test('returns 503 for uploads beyond the limit, and releases the bytes of an aborted upload', () =>
    withStorage(async () => {
      const apiKey = await newKey('archive', ['archive:admin'])
      const before = await usedToday('storage')
      const first = await begin(apiKey, 10_000_000)
      expect(await usedToday('storage')).toBe(before + 10_000_000)
      expect(first.status).toBe(201)
      await withoutStorage(async () => {
        expect((await begin(apiKey, 1)).body).toMatchObject({ code: 'spend_ceiling', stopped: 'storage' })
        expect((await uploadSimple(apiKey, chatGptExport(talk))).body).toMatchObject({ code: 'spend_ceiling' })
      })
      const { status } = await call('DELETE', `/api/uploads/${first.body.upload.id}`, {
        key: apiKey,
        as: 'deleteUpload',
      })
      expect([status, await usedToday('storage')]).toEqual([202, before])
    }))

  test('counts each part when its URL is issued, and returns 503 for a part beyond the limit', () =>
    withStorage(async () => {
      const apiKey = await newKey('archive', ['archive:admin'])
      const before = await usedToday('storage')
      const { body } = await begin(apiKey, PART_BYTES + 10)
      expect(await usedToday('storage')).toBe(before + PART_BYTES)
      await putPart(body.next.url, Buffer.alloc(PART_BYTES))
      const confirmPart = () =>
        call<{ code?: string; next?: { part: number } }>('POST', `/api/uploads/${body.upload.id}/parts`, {
          key: apiKey,
          as: 'nextUploadPart',
          body: { part: 1 },
        })
      await withoutStorage(async () =>
        expect((await confirmPart()).body).toMatchObject({ code: 'spend_ceiling', stopped: 'storage' }),
      )
      await withStorage(async () => {
        expect((await confirmPart()).body).toMatchObject({ partsDone: 1, next: { part: 2 } })
        expect((await confirmPart()).body).toMatchObject({ partsDone: 1, next: { part: 2 } })
      })
      expect(await usedToday('storage')).toBe(before + PART_BYTES + 10)
      await call('DELETE', `/api/uploads/${body.upload.id}`, { key: apiKey, as: 'deleteUpload' })
      expect(await usedToday('storage')).toBe(before)
    }))
})

// The clock of an emulator runs in real time.
describe.skipIf(testStack().kind === 'emulator')('the daily limit of embeddings', () => {
  test('pauses an import, reports when it continues, and continues it after the limit is raised', async () => {
    const apiKey = await newKey('archive', ['archive:admin'])
    const id = await withCeiling('embedding-tokens', 0, async () => {
      const { body } = await uploadSimple(apiKey, chatGptExport(talk))
      const status = async () => (await uploadStatus(apiKey, body.id)).body
      await expect.poll(status, { timeout: 20_000 }).toMatchObject({
        ingestion: 'ingesting',
        pausedUntil: expect.stringMatching(/T00:00:00.000Z$/),
      })
      return body.id
    })
    await atLaterTime(3 * HOUR_MS, async () => {
      await runFunction('archive-sweep')
      expect(await waitUntilImported(apiKey, id)).toMatchObject({ ingestion: 'completed', failure: null })
    })
    expect((await ask(apiKey)).status).toBe(200)
  })
})
