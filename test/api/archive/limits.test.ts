import { describe, expect } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { newKey } from '../../support/credentials.ts'
import { testStack } from '../../support/test-stack.ts'

type Send = (key: string, i: number) => Promise<{ readonly status: number; readonly headers: Headers }>

/** A window may end while requests are sent; two do not. */
const ATTEMPTS = 2

/** The number of a new key's requests that pass, and the answer to the first refused one. */
const letThrough = async (requests: number, send: Send): Promise<readonly [number, Headers | undefined]> => {
  let most: readonly [number, Headers | undefined] = [0, undefined]
  for (let attempt = 0; attempt < ATTEMPTS && most[1] === undefined; attempt++) {
    const key = await newKey('archive', ['archive:admin'])
    let through = 0
    for (; through <= requests; through++) {
      const { status, headers } = await send(key, through)
      if (status === 429) {
        most = [through, headers]
        break
      }
    }
    if (most[1] === undefined) most = [through, undefined]
  }
  return most
}

const READS: readonly Send[] = [
  (key) => call('GET', '/api/search?q=x', { key, as: 'searchArchive' }),
  (key) => call('GET', '/api/conversations', { key, as: 'listConversations' }),
  (key) => call('GET', '/api/conversations/none', { key, as: 'getConversation' }),
]

const toldIn = (headers: Headers | undefined) =>
  ['limit', 'remaining', 'reset'].map((name) => headers?.get(`x-ratelimit-${name}`))

/** Requests with an answer of each kind. */
const ANSWERS: readonly (readonly [status: number, kind: string, path: string, init?: RequestInit])[] = [
  [200, 'health', 'api/health'],
  // Behind an edge it leads to the console.
  [302, 'the page', '', { redirect: 'manual' }],
  [401, 'no credential', 'api/conversations'],
  [401, 'an unknown key', 'api/search?q=x', { headers: { 'x-api-key': 'plat_none' } }],
  [404, 'an unknown route', 'api/nothing/here'],
  [405, 'another method', 'api/health', { method: 'DELETE' }],
  [413, 'too large', 'api/uploads/simple', { method: 'POST', body: ' '.repeat(5_400_000) }],
  [400, 'a bad query', 'api/search?limit=no'],
  [403, 'a scope that is lacking', 'api/uploads', { method: 'POST', body: '{}' }],
]

describe('limits of the archive, by key', () => {
  verifies('SUP-8-3', 'every answer shows a rate: of errors, of unknown routes, of health', async () => {
    const reader = await newKey('archive', ['archive:read'])
    const admin = await newKey('archive', ['archive:admin'])
    const base = `${String(testStack().urls.archive).replace(/\/$/, '')}/`
    for (const [expected, kind, path, init = {}] of ANSWERS) {
      const key = { 400: reader, 403: reader, 413: admin }[expected]
      const headers = { 'content-type': 'application/json', ...(key ? { 'x-api-key': key } : {}), ...init.headers }
      const answer = await fetch(base + path, { ...init, headers })
      await answer.arrayBuffer()
      const counts = [expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d{10}$/)]
      // Without an edge there is a page, as on an emulator.
      const status = kind === 'the page' ? expect.toBeOneOf([expected, 200]) : expected
      expect([kind, answer.status, ...toldIn(answer.headers)]).toEqual([kind, status, ...counts])
    }
    // What is refused to a known key counts like any other request of it.
    const refused = () =>
      call('POST', '/api/uploads', { key: reader, body: { name: 'x', bytes: 1 }, as: 'createUpload' })
    const first = await refused()
    const second = await refused()
    const left = ({ headers }: typeof first) => Number(headers.get('x-ratelimit-remaining'))
    expect([first.status, left(first) - left(second)]).toEqual([403, 1])
  })

  verifies(['SUP-8-1', 'SUP-8-3'], '60 a minute for search, browse and conversations together', async () => {
    const [through, headers] = await letThrough(60, (key, i) => READS[i % READS.length]!(key, i))
    expect([through, toldIn(headers)]).toEqual([60, ['60', '0', expect.stringMatching(/^\d{10}$/)]])
  })

  verifies('SUP-8-2', '20 a minute for questions, and 20 for changes of uploads', async () => {
    const ask: Send = (key) => call('POST', '/api/chat', { key, body: { question: 'Who?' }, as: 'askArchive' })
    expect((await letThrough(20, ask))[0]).toBe(20)
    const change: Send = (key, i) =>
      i % 2 === 0
        ? call('POST', '/api/uploads', { key, body: { name: 'x.json', bytes: 9 }, as: 'createUpload' })
        : call('POST', '/api/uploads/none/complete', { key, as: 'completeUpload' })
    expect((await letThrough(20, change))[0]).toBe(20)
  })

  verifies('SUP-5-2', 'a key counts as Authorization: Bearer and as X-API-Key', async () => {
    const key = await newKey('archive', ['archive:read'])
    // The gateway of an emulator has a path of its own before it.
    const url = `${String(testStack().urls.archive).replace(/\/$/, '')}/api/conversations`
    const sent: readonly (readonly [string, string])[] = [
      ['authorization', `Bearer ${key}`],
      ['x-api-key', key],
      ['x-api-key', 'plat_none'],
    ]
    const answers = await Promise.all(sent.map(([name, value]) => fetch(url, { headers: { [name]: value } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401])
  })
})
