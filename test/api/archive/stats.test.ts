import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { importTalks, newArchivist } from '../../support/archive.ts'
import { atLaterTime } from '../../support/control.ts'

interface Stats {
  readonly conversations: number
  readonly messages: number
  readonly windows: number
  readonly bytes: { readonly uploaded: number; readonly stored: number }
  readonly vendors: readonly object[]
  readonly models: readonly object[]
  readonly months: readonly object[]
  readonly oldest: string | null
  readonly newest: string | null
  readonly imports: object
  readonly countedAt: string | null
  readonly fresh: boolean
  readonly index: { readonly state: string; readonly scanned: number; readonly added: number }
}

interface Telemetry {
  readonly days: readonly Readonly<Record<string, number | string>>[]
  readonly total: Readonly<Record<string, number>>
  readonly embeddingModel: string
  readonly languageModel: string
}

const stats = (key: string) => call<Stats>('GET', '/api/stats', { key, as: 'getStats' })
const telemetry = (key: string, query = '') =>
  call<Telemetry>('GET', `/api/telemetry${query}`, { key, as: 'getTelemetry' })
const newKey = async (session: string, scope: string): Promise<string> => {
  const body = { name: 'x', scope }
  return (await call<{ key: string }>('POST', '/api/auth/keys', { key: session, body, as: 'createArchiveKey' })).body
    .key
}

/**
 * Returns the statistics after a worker has counted. It counts at most once per minute, so each attempt is a minute
 * later.
 */
const freshStats = async (key: string): Promise<Stats> => {
  let minute = 0
  const isFresh = () => atLaterTime(60_000 * minute++, async () => (await stats(key)).body.fresh)
  await expect.poll(isFresh, { timeout: 20_000, interval: 200 }).toBe(true)
  return (await stats(key)).body
}

let session: string
let stranger: string
beforeAll(async () => {
  session = (await newArchivist()).session
  stranger = (await newArchivist()).session
})

describe('GET /api/stats and GET /api/telemetry', () => {
  verifies(
    ['SUP-5-3'],
    'getStats returns 200 with imported content by vendor, model and month of the workspace, for keys with read scope',
    async () => {
      const emptyStats = (await stats(session)).body
      expect(emptyStats).toMatchObject({ conversations: 0, fresh: true, countedAt: null, oldest: null, vendors: [] })
      await importTalks(
        session,
        { id: 'bread', title: 'Sourdough', at: '2026-01-05T09:00:00.000Z', said: ['How do I feed it?', 'Flour.'] },
        { id: 'rye', title: 'Rye', at: '2026-03-05T09:00:00.000Z', model: 'gpt-9', said: ['And rye?', 'Too.'] },
      )
      expect((await stats(session)).body).toMatchObject({ fresh: false, imports: { total: 1, completed: 1 } })
      const body = await freshStats(await newKey(session, 'read'))
      expect(body).toMatchObject({
        conversations: 2,
        messages: 4,
        windows: 2,
        vendors: [{ vendor: 'chatgpt', conversations: 2 }],
        models: expect.arrayContaining([{ model: 'gpt-9', conversations: 1 }]),
        months: [
          { month: '2026-01', conversations: 1 },
          { month: '2026-03', conversations: 1 },
        ],
        oldest: expect.stringMatching(/^2026-01-05/),
        newest: expect.stringMatching(/^2026-03-05/),
        imports: { total: 1, inProgress: 0, completed: 1, failed: 0 },
        index: { state: 'ready', scanned: 2, added: 0 },
      })
      expect([body.bytes.uploaded > body.bytes.stored, body.bytes.stored > 0]).toEqual([true, true])
      expect(Date.parse(body.countedAt ?? '')).toBeGreaterThan(0)
      expect((await stats(stranger)).body).toMatchObject({ conversations: 0, imports: { total: 0 } })
    },
  )

  verifies(
    ['SUP-5-3'],
    'getTelemetry returns 200 with usage of today of the workspace for admins; 403 for keys with read or ingest scope',
    async () => {
      const { session: own } = await newArchivist()
      await importTalks(own, {
        id: 'bread',
        title: 'Sourdough',
        said: ['How do I feed it?', 'Flour and water feed it.'],
      })
      await call('GET', '/api/search?q=flour', { key: own, as: 'searchArchive' })
      const ask = (question: string) => call('POST', '/api/chat', { key: own, body: { question }, as: 'askArchive' })
      await ask('What feeds it, flour and water?')
      await ask('Who is the captain of the Aurora?')
      const { status, body } = await telemetry(await newKey(own, 'admin'), '?limit=3')
      expect([status, body.days.length, body.embeddingModel, body.languageModel]).toEqual([200, 3, 'offline', 'none'])
      const today = {
        imports: 1,
        windowsEmbedded: 1,
        searches: 1,
        questions: 2,
        refusals: 1,
        tokensIn: 0,
        tokensOut: 0,
      }
      expect(body.days[0]).toMatchObject(today)
      expect(body.total).toMatchObject(today)
      expect(body.total.embeddingCalls).toBeGreaterThanOrEqual(4)
      expect(body.days[1]).toMatchObject({ imports: 0, searches: 0 })
      expect((await telemetry(stranger)).body.total).toMatchObject({ imports: 0, searches: 0, embeddingCalls: 0 })
      for (const scope of ['read', 'ingest']) expect((await telemetry(await newKey(own, scope))).status).toBe(403)
    },
  )

  test('getTelemetry returns 400 for no days and for more days than are retained', async () => {
    expect([(await telemetry(session, '?limit=401')).status, (await telemetry(session, '?limit=0')).status]).toEqual([
      400, 400,
    ])
  })
})
