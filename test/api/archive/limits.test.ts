import { describe, expect } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { newKey } from '../../support/credentials.ts'
import { testStack } from '../../support/test-stack.ts'

type Send = (key: string, i: number) => Promise<{ readonly status: number; readonly headers: Headers }>

/** A rate window may end during the requests of one key, so that none is refused, but not during those of two. */
const ATTEMPTS = 2

/** Returns the number of accepted requests of a new key, and the headers of the first refused request. */
const countAccepted = async (requests: number, send: Send): Promise<readonly [number, Headers | undefined]> => {
  let accepted = 0
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const key = await newKey('archive', ['archive:admin'])
    for (accepted = 0; accepted <= requests; accepted++) {
      const { status, headers } = await send(key, accepted)
      if (status === 429) return [accepted, headers]
    }
  }
  return [accepted, undefined]
}

const READS: readonly Send[] = [
  (key) => call('GET', '/api/search?q=x', { key, as: 'searchArchive' }),
  (key) => call('GET', '/api/conversations', { key, as: 'listConversations' }),
  (key) => call('GET', '/api/conversations/none', { key, as: 'getConversation' }),
]

const rateHeadersIn = (headers: Headers | undefined) =>
  ['limit', 'remaining', 'reset'].map((name) => headers?.get(`x-ratelimit-${name}`))

/** A request for each kind of response. */
const RESPONSE_CASES: readonly (readonly [status: number, kind: string, path: string, init?: RequestInit])[] = [
  [200, 'health', 'api/health'],
  // With an edge, the home page redirects to the console.
  [302, 'the page', '', { redirect: 'manual' }],
  [401, 'no credential', 'api/conversations'],
  [401, 'an unknown key', 'api/search?q=x', { headers: { 'x-api-key': 'plat_none' } }],
  [404, 'an unknown route', 'api/nothing/here'],
  [405, 'another method', 'api/health', { method: 'DELETE' }],
  [413, 'too large', 'api/uploads/simple', { method: 'POST', body: ' '.repeat(5_400_000) }],
  [400, 'a bad query', 'api/search?limit=no'],
  [403, 'a missing scope', 'api/uploads', { method: 'POST', body: '{}' }],
]

describe('rate limits of the archive per key', () => {
  verifies('SUP-8-3', 'every response has rate headers, including errors, unknown routes and health', async () => {
    const reader = await newKey('archive', ['archive:read'])
    const admin = await newKey('archive', ['archive:admin'])
    const base = `${String(testStack().urls.archive).replace(/\/$/, '')}/`
    for (const [expected, kind, path, init = {}] of RESPONSE_CASES) {
      const key = { 400: reader, 403: reader, 413: admin }[expected]
      const headers = { 'content-type': 'application/json', ...(key ? { 'x-api-key': key } : {}), ...init.headers }
      const answer = await fetch(base + path, { ...init, headers })
      await answer.arrayBuffer()
      const counts = [expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d{10}$/)]
      // Without an edge, for example on an emulator, the home page is a page about the API.
      const status = kind === 'the page' ? expect.toBeOneOf([expected, 200]) : expected
      expect([kind, answer.status, ...rateHeadersIn(answer.headers)]).toEqual([kind, status, ...counts])
    }
    // Refused requests of a known key also count.
    const sendRefused = () =>
      call('POST', '/api/uploads', { key: reader, body: { name: 'x', bytes: 1 }, as: 'createUpload' })
    const first = await sendRefused()
    const second = await sendRefused()
    const remainingIn = ({ headers }: typeof first) => Number(headers.get('x-ratelimit-remaining'))
    expect([first.status, remainingIn(first) - remainingIn(second)]).toEqual([403, 1])
  })

  verifies(['SUP-8-1', 'SUP-8-3'], 'search, browse and conversations share 60 requests per minute', async () => {
    const [accepted, headers] = await countAccepted(60, (key, i) => READS[i % READS.length]!(key, i))
    expect([accepted, rateHeadersIn(headers)]).toEqual([60, ['60', '0', expect.stringMatching(/^\d{10}$/)]])
  })

  verifies('SUP-8-2', 'questions have 20 requests per minute, and changes of uploads 20', async () => {
    const ask: Send = (key) => call('POST', '/api/chat', { key, body: { question: 'Who?' }, as: 'askArchive' })
    expect((await countAccepted(20, ask))[0]).toBe(20)
    const change: Send = (key, i) =>
      i % 2 === 0
        ? call('POST', '/api/uploads', { key, body: { name: 'x.json', bytes: 9 }, as: 'createUpload' })
        : call('POST', '/api/uploads/none/complete', { key, as: 'completeUpload' })
    expect((await countAccepted(20, change))[0]).toBe(20)
  })

  verifies('SUP-5-2', 'a key is accepted in Authorization: Bearer and in X-API-Key', async () => {
    const key = await newKey('archive', ['archive:read'])
    // The gateway of an emulator adds a path prefix.
    const url = `${String(testStack().urls.archive).replace(/\/$/, '')}/api/conversations`
    const credentials: readonly (readonly [string, string])[] = [
      ['authorization', `Bearer ${key}`],
      ['x-api-key', key],
      ['x-api-key', 'plat_none'],
    ]
    const answers = await Promise.all(credentials.map(([name, value]) => fetch(url, { headers: { [name]: value } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401])
  })
})
