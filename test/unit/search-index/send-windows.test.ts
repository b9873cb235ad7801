import { describe, expect, it } from 'vitest'
import { deleteWindows, sendWindows } from '../../../layers/search/src/index/opensearch/send-windows.ts'

type Line = Readonly<Record<string, unknown>>
type Reply = (lines: readonly Line[]) => { readonly status: number; readonly body?: unknown }

/** A collection with scripted responses, one per request. It records the requests. */
const scriptedCollection = (...replies: readonly Reply[]) => {
  const requests: (readonly Line[])[] = []
  let ids = 0
  return {
    requests,
    deps: {
      collection: {
        async bulk(lines: readonly unknown[]) {
          const reply = replies[requests.length]
          requests.push(lines as readonly Line[])
          if (!reply) throw new Error('unexpected request')
          const { status, body } = reply(lines as readonly Line[])
          return { status, body }
        },
      },
      newId: () => `send-${ids++}`,
      wait: async () => undefined,
    },
  }
}

/** A response with these statuses for its lines. */
const items =
  (...statuses: readonly number[]): Reply =>
  () => ({
    status: 200,
    body: { items: statuses.map((status, i) => ({ index: { _id: `id-${i}`, status, error: { type: 'why' } } })) },
  })

const FACTS = { conversationId: 'one', sourceVersion: 'v1', space: 'offline' }
const documents = ['a', 'b', 'c'].map((chunkKey) => ({ chunkKey, ...FACTS }))

describe('windows sent to a collection', () => {
  it('have no id from the caller, and contain the id of their request', async () => {
    const { deps, requests } = scriptedCollection(items(201, 201, 201))
    const { stored, isUnsure } = await sendWindows(deps, documents, { batch: 'b' })
    expect(stored.map(({ id, send }) => [id, send])).toEqual([
      ['id-0', 'send-0'],
      ['id-1', 'send-0'],
      ['id-2', 'send-0'],
    ])
    expect(isUnsure).toBe(false)
    expect(requests[0]?.[0]).toEqual({ index: {} })
    expect(requests[0]?.[1]).toEqual({ ...documents[0], batch: 'b', send: 'send-0' })
  })

  it('go into another request without the other windows after a temporary refusal', async () => {
    const { deps, requests } = scriptedCollection(items(201, 429, 201), items(201))
    const { stored } = await sendWindows(deps, documents, {})
    expect(requests[1]).toEqual([{ index: {} }, { ...documents[1], send: 'send-1' }])
    expect(stored.map(({ document, send }) => [document.chunkKey, send])).toEqual([
      ['a', 'send-0'],
      ['c', 'send-0'],
      ['b', 'send-1'],
    ])
  })

  it('go into another request after a missing response, and may then be stored twice', async () => {
    const noResponse: Reply = () => {
      throw new TypeError('fetch failed')
    }
    const { deps } = scriptedCollection(noResponse, () => ({ status: 503 }), items(201, 201, 201))
    const { stored, isUnsure } = await sendWindows(deps, documents, {})
    expect(isUnsure).toBe(true)
    expect(new Set(stored.map(({ send }) => send))).toEqual(new Set(['send-2']))
  })

  it('cause an error without their text after a permanent refusal', async () => {
    const { deps, requests } = scriptedCollection(items(201, 400, 201))
    await expect(sendWindows(deps, documents, {})).rejects.toThrow('The collection refused a line with 400 why')
    expect(requests).toHaveLength(1)
  })

  it('cause a SlowDown error when the collection accepts no writes', async () => {
    const { deps } = scriptedCollection(...Array.from({ length: 6 }, () => () => ({ status: 429 })))
    await expect(sendWindows(deps, documents, {})).rejects.toMatchObject({ name: 'SlowDown' })
  })

  it('go into requests of at most 500 windows', async () => {
    const many = Array.from({ length: 1_100 }, (_, i) => ({ chunkKey: `k${i}`, ...FACTS }))
    const acceptAll: Reply = (lines) => items(...Array.from({ length: lines.length / 2 }, () => 201))([])
    const { deps, requests } = scriptedCollection(acceptAll, acceptAll, acceptAll)
    expect((await sendWindows(deps, many, {})).stored).toHaveLength(1_100)
    expect(requests.map((lines) => lines.length / 2)).toEqual([500, 500, 100])
  })
})

describe('windows deleted from a collection', () => {
  it('go into another request after a temporary refusal; windows that do not exist are ignored', async () => {
    const deleted = (...statuses: readonly number[]): Reply => {
      const deletedItems = statuses.map((status) => ({ delete: { _id: 'x', status } }))
      return () => ({ status: 200, body: { items: deletedItems } })
    }
    const { deps, requests } = scriptedCollection(deleted(200, 404, 429), deleted(200))
    await deleteWindows(deps, ['a', 'b', 'c'])
    expect(requests[1]).toEqual([{ delete: { _id: 'c' } }])
  })
})
