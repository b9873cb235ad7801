import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { importTalks, newArchivist } from '../../support/archive.ts'

interface Results {
  readonly results: readonly {
    readonly conversation: { readonly id: string; readonly title: string; readonly version: string }
    readonly score: number
    readonly hits: readonly {
      readonly messageIds: readonly string[]
      readonly branch: string
      readonly snippet: { readonly text: string; readonly highlights: readonly { start: number; end: number }[] }
    }[]
  }[]
}

let session: string
let stranger: string

const search = (key: string, query: Readonly<Record<string, string>>) =>
  call<Results>('GET', `/api/search?${new URLSearchParams(query)}`, { key, as: 'searchArchive' })
const similar = (key: string, id: string) =>
  call<Results>('GET', `/api/conversations/${id}/similar`, { key, as: 'similarConversations' })
const titles = ({ results }: Results) => results.map(({ conversation }) => conversation.title)

beforeAll(async () => {
  session = (await newArchivist()).session
  stranger = (await newArchivist()).session
  await importTalks(
    session,
    {
      id: 'bread',
      title: 'Sourdough',
      said: ['How do I feed a sourdough starter?', 'Equal parts of flour and water.'],
    },
    { id: 'rye', title: 'Rye', model: 'gpt-9', said: ['Rye sourdough starter', 'Rye flour ferments a starter fast.'] },
    {
      id: 'cat',
      title: 'Names',
      at: '2026-03-01T09:00:00.000Z',
      said: ['Name my cat', { text: 'Marzipan', after: 0 }, { text: 'Pistachio', after: 0, role: 'assistant' }],
    },
  )
})

describe('GET /api/search', () => {
  verifies(
    ['SUP-4.2-6'],
    'returns 200 with the best conversations first, their passages and the positions of the words',
    async () => {
      const { status, body, headers } = await search(session, { q: 'feeding a sourdough starter' })
      expect([status, titles(body), headers.get('x-ratelimit-limit')]).toEqual([200, ['Sourdough', 'Rye'], '60'])
      const [best] = body.results
      expect(best!.score).toBeGreaterThan(body.results[1]!.score)
      const { text, highlights } = best!.hits[0]!.snippet
      expect(highlights.map(({ start, end }) => text.slice(start, end))).toEqual(['feed', 'sourdough', 'starter'])
      expect(best!.hits[0]!.messageIds).toEqual(['bread-m0', 'bread-m1'])
    },
  )

  test.each([
    [{ q: 'sourdough', limit: '1' }, 1],
    [{ q: 'sourdough', model: 'gpt-9' }, 1],
    [{ q: 'sourdough', vendor: 'claude' }, 0],
    [{ q: 'sourdough', from: '2026-02-01' }, 0],
    [{ q: 'name', from: '2026-02-01', to: '2026-04-01' }, 1],
    [{ q: 'sourdough nonsenseword otherword', threshold: '0.9' }, 0],
    [{ q: 'Marzipan' }, 0],
    [{ q: 'Marzipan', branches: 'all' }, 1],
  ])('returns 200: %j finds %i', async (query, count) => {
    expect((await search(session, query)).body.results).toHaveLength(count)
  })

  test('returns 200 without conversations of another workspace', async () => {
    expect((await search(stranger, { q: 'sourdough' })).body).toEqual({ results: [] })
  })

  test('returns 200 with only the latest version of a conversation that was imported again', async () => {
    const { session: own } = await newArchivist()
    await importTalks(own, { id: 'plan', title: 'Plan', said: ['The harbour opens in May'] })
    await importTalks(own, { id: 'plan', title: 'Plan', said: ['The harbour opens in May', 'It was moved to June'] })
    const { body } = await search(own, { q: 'harbour' })
    expect(body.results).toHaveLength(1)
    expect(body.results[0]!.hits.map(({ messageIds }) => messageIds)).toEqual([['plan-m0', 'plan-m1']])
  })

  test('returns 200 without conversations of a deleted import', async () => {
    const { session: own } = await newArchivist()
    const upload = await importTalks(own, { id: 'gone', title: 'Gone', said: ['A vanishing lighthouse'] })
    expect((await search(own, { q: 'lighthouse' })).body.results).toHaveLength(1)
    await call('DELETE', `/api/uploads/${upload}`, { key: own, as: 'deleteUpload' })
    await expect
      .poll(async () => (await search(own, { q: 'lighthouse' })).body.results, { timeout: 20_000 })
      .toEqual([])
  })
})

describe('GET /api/conversations/:id/similar', () => {
  verifies(['SUP-4.2-8'], 'returns 200 with the most similar conversations, without the given one', async () => {
    const [bread] = (await search(session, { q: 'sourdough flour water' })).body.results
    const { status, body } = await similar(session, bread!.conversation.id)
    expect([status, titles(body)[0]]).toEqual([200, 'Rye'])
    expect(titles(body)).not.toContain('Sourdough')
  })

  test("returns 404 for an unknown conversation and another workspace's", async () => {
    const [bread] = (await search(session, { q: 'sourdough' })).body.results
    for (const id of ['nothing', bread!.conversation.id]) expect((await similar(stranger, id)).status).toBe(404)
  })
})
