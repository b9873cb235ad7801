import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { busy, clientOf, files, json, row, ticketClient } from './fake-service.ts'

describe('a generated client: attempts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T00:00:00Z'), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /**
   * Runs pending timers until the call has ended, and returns its duration. Timers of other files in the same thread may
   * remain.
   */
  const run = async (call: Promise<unknown>) => {
    const startedAt = Date.now()
    let result: { value: unknown; ms: number } | undefined
    const settled = failureOrValue(call).then((value) => {
      result = { value, ms: Date.now() - startedAt }
    })
    for (let steps = 0; result === undefined && steps < 10_000; steps += 1) await vi.advanceTimersToNextTimerAsync()
    await settled
    return result!
  }
  const failureOrValue = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

  it.each([429, 502, 503, 504])('retries an idempotent call after %d', async (status) => {
    const { api, sent } = ticketClient([() => json(status, { error: 'E', code: 'e' }), () => json(200, row)])
    expect((await run(api.get!({ id: 't1' }))).value).toEqual(row)
    expect(sent).toHaveLength(2)
  })

  it.each([400, 401, 404, 409, 500])('does not retry after %d', async (status) => {
    const { api, sent } = ticketClient([() => json(status, { error: 'E', code: 'e' })])
    expect((await run(api.get!({ id: 't1' }))).value).toMatchObject({ status })
    expect(sent).toHaveLength(1)
  })

  it.each(['assign', 'close', 'reopen', 'archive'])(
    'never retries %s, which the contract does not declare as idempotent',
    async (name) => {
      const { api, sent } = ticketClient([() => busy()], { retries: 5 })
      expect((await run(api[name]!({ id: 't1', assignee: null }))).value).toMatchObject({ status: 503 })
      const broken = ticketClient([() => Response.error()], {
        retries: 5,
        fetch: () => Promise.reject(new TypeError('reset')),
      })
      expect((await run(broken.api[name]!({ id: 't1', assignee: null }))).value).toMatchObject({
        name: 'TicketNetworkError',
      })
      expect(sent).toHaveLength(1)
    },
  )

  it('does not retry a streamed body', async () => {
    const inits: RequestInit[] = []
    const fetch = async (_: string, init: RequestInit) => {
      inits.push(init)
      return busy()
    }
    const { api } = clientOf(files, 'DeskFiles', [], { fetch })
    const body = new ReadableStream()
    expect((await run(api.uploadFile!({ id: 'a', body }))).value).toMatchObject({ status: 503 })
    expect(inits).toEqual([expect.objectContaining({ body, duplex: 'half' })])
    expect((await run(api.uploadFile!({ id: 'a', body: new Uint8Array() }))).value).toMatchObject({ status: 503 })
    expect(inits).toHaveLength(4)
  })

  it('sends one idempotency key with every attempt of a call, and another with the next call', async () => {
    const { api, sent } = ticketClient([() => busy(), () => busy(), () => json(201, row)])
    await run(api.create!({ title: 'x' }))
    await run(api.create!({ title: 'x' }))
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(4)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[3]).not.toBe(keys[0])
  })

  it('waits exponentially with full jitter, and retries at most as often as configured', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const { api, sent } = ticketClient([() => busy()], { retries: 7 })
    const { value, ms } = await run(api.get!({ id: 't1' }))
    expect(value).toMatchObject({ status: 503, code: 'unavailable' })
    expect(sent).toHaveLength(8)
    expect(ms).toBe(250 + 500 + 1000 + 2000 + 4000 + 8000 + 8000)
    vi.spyOn(Math, 'random').mockReturnValue(0)
    expect((await run(api.get!({ id: 't1' }))).ms).toBe(0)
  })

  it.each([
    ['seconds', '3'],
    ['an HTTP date', 'Sat, 21 Nov 2026 00:00:03 GMT'],
  ])('waits for the time of Retry-After in %s', async (_, value) => {
    const { api } = ticketClient([() => busy({ 'retry-after': value }), () => json(200, row)])
    expect(await run(api.get!({ id: 't1' }))).toEqual({ value: row, ms: 3000 })
  })

  it('does not wait beyond the timeout of the call', async () => {
    const { api, sent } = ticketClient([() => busy({ 'retry-after': '61' })])
    const { value, ms } = await run(api.get!({ id: 't1' }))
    expect(value).toMatchObject({ status: 503, retryAfter: 61 })
    expect([sent.length, ms]).toEqual([1, 0])
  })

  it('retries if no response arrives, and then throws a network error', async () => {
    let calls = 0
    const cause = new TypeError('fetch failed')
    const fetch = async () => {
      calls += 1
      if (calls < 3) throw cause
      return json(200, row)
    }
    const { api } = ticketClient([], { fetch })
    expect((await run(api.get!({ id: 't1' }))).value).toEqual(row)
    // So low that every attempt of the next call fails.
    calls = -9
    expect((await run(api.get!({ id: 't1' }))).value).toMatchObject({
      name: 'TicketNetworkError',
      operation: 'get',
      cause,
    })
  })

  it('handles an interrupted body as a missing response', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.error(new TypeError('terminated')),
        }),
      )
    const { api, sent } = ticketClient([broken, () => json(200, row)])
    expect((await run(api.get!({ id: 't1' }))).value).toEqual(row)
    expect(sent).toHaveLength(2)
  })

  const never = () => new Promise<never>(() => undefined)

  it.each([
    ['a fetch that ignores the signal', { fetch: never }],
    ['a credential that never resolves', { credential: never }],
  ])('ends at its timeout in spite of %s', async (_, options) => {
    const { api } = ticketClient([() => json(200, row)], { timeout: 1000, ...options })
    const { value, ms } = await run(api.get!({ id: 't1' }))
    expect(value).toMatchObject({ name: 'TicketTimeoutError', operation: 'get', timeout: 1000 })
    expect(ms).toBe(1000)
  })

  it('rejects immediately with the reason of an abort, also between attempts', async () => {
    const reason = new Error('enough')
    const aborted = ticketClient([() => json(200, row)])
    expect((await run(aborted.api.get!({ id: 't1' }, { signal: AbortSignal.abort(reason) }))).value).toBe(reason)
    expect(aborted.sent).toEqual([])
    const callerAbort = new AbortController()
    const { api, sent } = ticketClient([() => busy({ 'retry-after': '30' })])
    const before = vi.getTimerCount()
    const call = failureOrValue(api.get!({ id: 't1' }, { signal: callerAbort.signal }))
    await vi.advanceTimersByTimeAsync(1000)
    const during = vi.getTimerCount()
    expect(during).toBeGreaterThan(before)
    callerAbort.abort(reason)
    expect(await call).toBe(reason)
    // The count may differ from the one before: files that ran earlier in this thread may start timers.
    expect(vi.getTimerCount()).toBeLessThan(during)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
  })
})
