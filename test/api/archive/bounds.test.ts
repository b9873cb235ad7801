import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { importTalks, newArchivist, uploadSimple, waitUntilImported } from '../../support/archive.ts'

interface ConversationList {
  readonly conversations: readonly { readonly id: string; readonly title: string }[]
}
interface SearchResults {
  readonly results: readonly {
    readonly conversation: { readonly title: string }
    readonly score: number
    readonly hits: readonly { readonly snippet: { readonly text: string; readonly highlights: readonly object[] } }[]
  }[]
}

const list = (key: string) =>
  call<ConversationList>('GET', '/api/conversations?limit=100', { key, as: 'listConversations' })
const search = (key: string, q: string, limit = 100) =>
  call<SearchResults>('GET', `/api/search?${new URLSearchParams({ q, limit: String(limit) })}`, {
    key,
    as: 'searchArchive',
  })

const LONG = 'é'.repeat(420_000)

const lengthsOf = (titles: readonly string[]) => [...new Set(titles.map(({ length }) => length))]

describe('texts of any length', () => {
  test('can be imported, and appear truncated in lists and results', async () => {
    const { session } = await newArchivist()
    const talk = {
      id: LONG,
      title: LONG,
      messages: [{ id: LONG, role: 'user', model: LONG, content: 'a heron stood' }],
    }
    const { body } = await uploadSimple(session, JSON.stringify([talk]))
    expect(await waitUntilImported(session, body.id)).toMatchObject({
      ingestion: 'completed',
      conversations: { ingested: 1 },
    })
    const listed = await list(session)
    expect([listed.status, lengthsOf(listed.body.conversations.map(({ title }) => title))]).toEqual([200, [512]])
    const found = await search(session, 'heron')
    expect([found.status, lengthsOf(found.body.results.map(({ conversation }) => conversation.title))]).toEqual([
      200,
      [512],
    ])
    expect(JSON.stringify(found.body).length).toBeLessThan(5_000)
    const detail = await call('GET', `/api/conversations/${listed.body.conversations[0]?.id}`, {
      key: session,
      as: 'getConversation',
    })
    expect([detail.status, detail.bytes.length < 10_000]).toEqual([200, true])
  })

  test('in a message with many long parts are truncated at the maximum size of a response', async () => {
    const { session } = await newArchivist()
    // Each of these characters takes six bytes in JSON.
    const content = Array.from({ length: 9 }, () => ({ type: 'text', text: '\u0001'.repeat(90_000) }))
    const talk = { uuid: 'c', name: 'c', chat_messages: [{ uuid: 'm', sender: 'human', content }] }
    const { body } = await uploadSimple(session, JSON.stringify([talk]))
    await waitUntilImported(session, body.id)
    const [{ id } = { id: '' }] = (await list(session)).body.conversations
    const detail = await call<{ messages: { parts: { truncated: boolean }[] }[] }>('GET', `/api/conversations/${id}`, {
      key: session,
      as: 'getConversation',
    })
    expect(detail.status).toBe(200)
    expect(detail.body.messages[0]?.parts.at(-1)?.truncated).toBe(true)
  })
})

describe('a page of results', () => {
  test('has descending scores, the same scores under a smaller limit, and snippets with a word of the query', async () => {
    const { session } = await newArchivist()
    const messagesOf = (i: number) => [
      `${'kestrel '.repeat((i * 7) % 5)} pond ${i} ${'reed '.repeat(i % 4)} heron`,
      `nothing ${i}`,
    ]
    const talks = Array.from({ length: 40 }, (_, i) => ({
      id: `t${i}`,
      title: i % 6 === 0 ? `Heron ${i}` : `Pond ${i}`,
      said: messagesOf(i),
    }))
    await importTalks(session, ...talks, { id: 'only', title: 'Bittern', said: ['It was seen again', 'By whom?'] })
    for (const q of ['heron kestrel', 'pond reed', 'kestrel', 'heron pond reed kestrel 7']) {
      const scores = (await search(session, q)).body.results.map(({ score }) => score)
      expect(scores.length).toBeGreaterThan(5)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      const page = (await search(session, q, 5)).body.results.map(({ score }) => score)
      expect(page).toEqual(scores.slice(0, 5))
    }
    const { results } = (await search(session, 'bittern')).body
    expect(results[0]?.hits[0]?.snippet.text).toContain('Bittern')
  })
})
