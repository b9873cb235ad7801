import { NetworkError, TimeoutError } from '@signet/http-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { busy, deskWith, failureOf, json } from './prepared-answers.ts'

const ticket = { id: 't1' }
const broken = () => {
  throw new TypeError('fetch failed')
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The time that a call takes, with its result. */
const timed = async <Value>(call: Promise<Value>): Promise<{ readonly ms: number; readonly value: Value }> => {
  const began = Date.now()
  const ended = call.then((value) => ({ ms: Date.now() - began, value }))
  await vi.runAllTimersAsync()
  return ended
}

describe('a further attempt', () => {
  it.each([429, 502, 503, 504])('is made after %i, with growing pauses', async (status) => {
    const refused = () => json(status, { error: 'Busy', code: 'x' })
    const { sent, client } = deskWith([refused, refused, () => json(200, ticket)])
    const { ms } = await timed(client.get({ id: 't1' }))
    expect([sent.length, ms]).toEqual([3, 125 + 250])
  })

  it('is made when no answer arrives, and when a body breaks off', async () => {
    const broke = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new TypeError('terminated')),
        }),
      )
    const { sent, client } = deskWith([broken, broke, () => json(200, ticket)])
    expect((await timed(client.get({ id: 't1' }))).value).toEqual(ticket)
    expect(sent).toHaveLength(3)
  })

  it.each([
    ['2', 2_000],
    ['Mon, 30 Nov 2026 12:00:03 GMT', 3_000],
  ])('waits as Retry-After %j says', async (retryAfter, ms) => {
    vi.setSystemTime('2026-11-30T12:00:00Z')
    const { client } = deskWith([() => busy({ 'retry-after': retryAfter }), () => json(200, ticket)])
    expect((await timed(client.get({ id: 't1' }))).ms).toBe(ms)
  })

  it('has the idempotency key of the first, and the next call has another', async () => {
    const { sent, client } = deskWith([() => busy(), () => json(201, ticket)])
    await timed(client.create({ title: 'a' }))
    await timed(client.create({ title: 'a' }))
    const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('of a deletion whose answer was lost succeeds if the resource no longer exists', async () => {
    const { client } = deskWith([broken, () => json(404, { error: 'No', code: 'not_found' })])
    expect((await timed(client.delete({ id: 't1' }))).value).toBeUndefined()
  })

  it.each([
    ['a call that must not be repeated', 'assign', { id: 't1', assignee: null }],
    ['a body that is a stream', 'upload_file', { id: 'f', body: new ReadableStream() }],
  ] as const)('is not made of %s', async (_, name, input) => {
    const { sent, client } = deskWith([() => busy()])
    expect(await failureOf(client[name](input as never))).toMatchObject({ code: 'unavailable' })
    expect(sent).toHaveLength(1)
  })

  it('is not made if its pause would exceed the time of the call', async () => {
    const { sent, client } = deskWith([() => busy({ 'retry-after': '60' })], { timeoutMs: 5_000 })
    expect(await failureOf(client.get({ id: 't1' }))).toMatchObject({ code: 'unavailable', retryAfter: 60 })
    expect(sent).toHaveLength(1)
  })

  it('is made as often as the client says', async () => {
    const { sent, client } = deskWith([broken], { retries: 1 })
    const failure = failureOf(client.get({ id: 't1' }))
    await vi.runAllTimersAsync()
    expect(await failure).toBeInstanceOf(NetworkError)
    expect(sent).toHaveLength(2)
  })
})

describe('the end of a call', () => {
  const silent = () => new Promise<Response>(() => {})

  it('is a TimeoutError when its time is up, even if fetch ignores the signal', async () => {
    const { client } = deskWith([], { fetch: silent, timeoutMs: 1_000 })
    const failure = failureOf(client.get({ id: 't1' }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await failure).toBeInstanceOf(TimeoutError)
  })

  it('is the reason of the caller, before the call, during it and during a pause', async () => {
    const reason = new Error('closed')
    const { sent, client } = deskWith([() => busy({ 'retry-after': '3' })])
    expect(await failureOf(client.get({ id: 't1' }, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(sent).toHaveLength(0)
    const controller = new AbortController()
    const paused = failureOf(client.get({ id: 't1' }, { signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort(reason)
    expect(await paused).toBe(reason)
    const asking = new AbortController()
    const { client: hanging } = deskWith([], { fetch: silent })
    const asked = failureOf(hanging.get({ id: 't1' }, { signal: asking.signal }))
    asking.abort(reason)
    expect(await asked).toBe(reason)
  })

  it('is not the end of a stream: the deadline is lifted, and the caller can still abort', async () => {
    let signal: AbortSignal | null | undefined
    const fetch = async (_: string, init: RequestInit) => {
      signal = init.signal
      return new Response(new ReadableStream())
    }
    const controller = new AbortController()
    const { client } = deskWith([], { fetch, timeoutMs: 1_000 })
    await client.download_file({ id: 'f' }, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(signal?.aborted).toBe(false)
    controller.abort()
    expect(signal?.aborted).toBe(true)
  })
})
