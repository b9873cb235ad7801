import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { importTalks, newArchivist } from '../../support/archive.ts'

interface Summary {
  readonly id: string
  readonly title: string
  readonly messageCount: number
  readonly byteRange: { readonly uploadId: string; readonly start: number; readonly end: number }
}
interface List {
  readonly conversations: readonly Summary[]
  readonly nextCursor: string | null
}
interface Detail extends Summary {
  readonly messages: readonly { id: string; branch: string; parts: { text: string }[] }[]
  readonly nextCursor: string | null
}

let session: string
let stranger: string
let upload: string

const list = (query = '') => call<List>('GET', `/api/conversations${query}`, { key: session, as: 'listConversations' })
const getDetail = (id: string, query = '', key = session) =>
  call<Detail>('GET', `/api/conversations/${id}${query}`, { key, as: 'getConversation' })
const getExport = (id: string, query = '', key = session) =>
  call('GET', `/api/conversations/${id}/export${query}`, { key, as: 'exportConversation' })

const days = [1, 2, 3, 4, 5].map((day) => ({
  id: `day-${day}`,
  title: `Day ${day}`,
  at: `2026-02-0${day}T10:00:00.000Z`,
  model: day === 2 ? 'gpt-9' : 'gpt-8',
  said: [
    `Plan of day ${day}`,
    { text: 'First answer', after: 0 },
    { text: 'Second answer', after: 0, role: 'assistant' as const },
  ],
}))

beforeAll(async () => {
  session = (await newArchivist()).session
  stranger = (await newArchivist()).session
  upload = await importTalks(session, ...days)
})

const idOf = async (title: string) => (await list()).body.conversations.find((each) => each.title === title)!.id

describe('GET /api/conversations', () => {
  test('returns 200 with the newest conversations first, page by page', async () => {
    const first = await list('?limit=2')
    expect(first.status).toBe(200)
    const second = await list(`?limit=2&cursor=${first.body.nextCursor}`)
    const third = await list(`?limit=2&cursor=${second.body.nextCursor}`)
    const pages = [first, second, third].map(({ body }) => body.conversations.map(({ title }) => title))
    expect(pages).toEqual([['Day 5', 'Day 4'], ['Day 3', 'Day 2'], ['Day 1']])
    expect(third.body.nextCursor).toBeNull()
    expect(first.body.conversations[0]).toMatchObject({ messageCount: 3, byteRange: { uploadId: upload } })
  })

  test.each([
    ['?from=2026-02-03', ['Day 5', 'Day 4', 'Day 3']],
    ['?to=2026-02-03', ['Day 2', 'Day 1']],
    ['?model=gpt-9', ['Day 2']],
    ['?vendor=claude', []],
  ])('returns 200: %s', async (query, expected) => {
    expect((await list(query)).body.conversations.map(({ title }) => title)).toEqual(expected)
  })
})

describe('GET /api/conversations/:id', () => {
  test('returns 200 with the latest messages, and with all branches the earlier ones', async () => {
    const id = await idOf('Day 1')
    const active = await getDetail(id)
    expect(active.status).toBe(200)
    expect(active.body.messages.map((message) => message.id)).toEqual(['day-1-m0', 'day-1-m2'])
    const all = await getDetail(id, '?branches=all')
    expect(all.body.messages.map(({ branch }) => branch)).toEqual(['active', 'other', 'active'])
  })

  test('returns 200 with messages page by page', async () => {
    const id = await idOf('Day 1')
    const first = await getDetail(id, '?limit=1')
    const second = await getDetail(id, `?limit=1&cursor=${first.body.nextCursor}`)
    expect([first, second].map(({ body }) => body.messages.map((message) => message.id))).toEqual([
      ['day-1-m0'],
      ['day-1-m2'],
    ])
    expect(second.body.nextCursor).toBeNull()
  })

  test("returns 404 for an unknown conversation and another workspace's", async () => {
    expect((await getDetail('nothing')).status).toBe(404)
    expect((await getDetail(await idOf('Day 1'), '', stranger)).status).toBe(404)
  })
})

describe('GET /api/conversations/:id/export', () => {
  test('returns 200 with Markdown of the active branch', async () => {
    const { status, headers, bytes } = await getExport(await idOf('Day 1'))
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    const text = Buffer.from(bytes).toString()
    expect(text).toContain('# Day 1\n\n## User · 2026-02-01T10:00:00.000Z\n\nPlan of day 1\n')
    expect(text).toContain('Second answer')
    expect(text).not.toContain('First answer')
  })

  test('returns 200 with JSON of all branches', async () => {
    const { headers, bytes } = await getExport(await idOf('Day 1'), '?format=json')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="conversation-[0-9a-f]{32}\.json"$/)
    const { title, messages } = JSON.parse(Buffer.from(bytes).toString())
    expect([title, messages.length]).toEqual(['Day 1', 3])
  })

  test("returns 404 for an unknown conversation and another workspace's", async () => {
    expect((await getExport('nothing')).status).toBe(404)
    expect((await getExport(await idOf('Day 1'), '', stranger)).status).toBe(404)
  })
})
