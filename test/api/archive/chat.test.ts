import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { importTalks, newArchivist } from '../../support/archive.ts'

interface Answer {
  readonly answer: string
  readonly refused: string | null
  readonly historyUsed: number
  readonly citations: readonly { readonly quote: string; readonly messageIds: readonly string[] }[]
}

let session: string

const ask = (body: object, headers = {}) =>
  call<Answer>('POST', '/api/chat', { key: session, body, headers, as: 'askArchive' })

const FACT = 'The boiler is serviced by Hartmann and Sons every October.'

beforeAll(async () => {
  session = (await newArchivist()).session
  await importTalks(session, { id: 'boiler', title: 'Heating', said: ['Who services our boiler?', FACT] })
})

/** Parses the events of a body, with their data. */
const eventsOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString()
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(frame) ?? []
      return { event, data: JSON.parse(data ?? 'null') }
    })

describe('POST /api/chat', () => {
  verifies(['SUP-4.2-7', 'SUP-4.2-13'], 'returns 200 with an answer and its supporting quote', async () => {
    const { status, headers, body } = await ask({ question: 'Who services the boiler?' })
    expect([status, headers.get('content-type'), headers.get('x-ratelimit-limit')]).toEqual([
      200,
      'application/json',
      '20',
    ])
    expect(body).toMatchObject({ answer: FACT, refused: null, historyUsed: 0 })
    expect(body.citations).toMatchObject([{ quote: FACT, messageIds: ['boiler-m0', 'boiler-m1'] }])
  })

  test('returns 200 for a question that depends on the history', async () => {
    const history = [
      { role: 'user', content: 'Tell me about the boiler' },
      { role: 'assistant', content: 'It is old.' },
    ]
    expect((await ask({ question: 'Who services it?', history })).body).toMatchObject({ answer: FACT, historyUsed: 1 })
  })

  test('returns 200 without an answer if the archive does not contain it', async () => {
    expect((await ask({ question: 'Who paints the lighthouse of Zanzibar?' })).body).toMatchObject({
      refused: 'nothing_found',
    })
  })

  test('returns 200 with events if the client accepts them', async () => {
    const { status, headers, bytes } = await ask(
      { question: 'Who services the boiler?' },
      { accept: 'text/event-stream' },
    )
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const events = eventsOf(bytes)
    expect(events.map(({ event }) => event)).toEqual([
      'reasoning',
      'reasoning',
      'reasoning',
      'claim',
      'reasoning',
      'answer',
    ])
    expect(events.at(-1)?.data).toMatchObject({ answer: FACT })
    expect(events[3]?.data).toMatchObject({ text: FACT, citations: [{ id: 'c1' }] })
  })
})
