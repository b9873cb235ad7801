import { describe, expect, inject } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { newKey } from '../../support/credentials.ts'

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

describe('limits of the archive, by key', () => {
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
    const url = `${String(inject('stack').urls.archive).replace(/\/$/, '')}/api/conversations`
    const sent: readonly (readonly [string, string])[] = [
      ['authorization', `Bearer ${key}`],
      ['x-api-key', key],
      ['x-api-key', 'plat_none'],
    ]
    const answers = await Promise.all(sent.map(([name, value]) => fetch(url, { headers: { [name]: value } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401])
  })
})
