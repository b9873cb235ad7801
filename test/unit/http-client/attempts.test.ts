import { NetworkError, TimeoutError } from '@signet/http-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { busy, deskWith, failureOf, json } from './prepared-answers.ts'

const ticket = { id: 't1' }
const networkFailure = () => {
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

const STEPS_MAX = 10_000

/** Runs timers until the call ends and no further: tests of the same process may have left code that sets timers endlessly. */
const runTimersUntil = async <Value>(call: Promise<Value>): Promise<Value> => {
  let isEnded = false
  const end = () => {
    isEnded = true
  }
  call.then(end, end)
  for (let step = 0; !isEnded && step < STEPS_MAX; step += 1) await vi.advanceTimersToNextTimerAsync()
  return call
}

/** Measures the time of a call, with its result. */
const timed = async <Value>(call: Promise<Value>): Promise<{ readonly ms: number; readonly value: Value }> => {
  const began = Date.now()
  return runTimersUntil(call.then((value) => ({ ms: Date.now() - began, value })))
}

describe('a retry', () => {
  it.each([429, 502, 503, 504])('follows status %i, with increasing pauses', async (status) => {
    const refused = () => json(status, { error: 'Busy', code: 'x' })
    const { requests, client } = deskWith([refused, refused, () => json(200, ticket)])
    const { ms } = await timed(client.get({ id: 't1' }))
    expect([requests.length, ms]).toEqual([3, 125 + 250])
  })

  it('follows a missing response and an interrupted body', async () => {
    const interruptedBody = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new TypeError('terminated')),
        }),
      )
    const { requests, client } = deskWith([networkFailure, interruptedBody, () => json(200, ticket)])
    expect((await timed(client.get({ id: 't1' }))).value).toEqual(ticket)
    expect(requests).toHaveLength(3)
  })

  it.each([
    ['2', 2_000],
    ['Mon, 30 Nov 2026 12:00:03 GMT', 3_000],
  ])('waits as requested by Retry-After %j', async (retryAfter, ms) => {
    vi.setSystemTime('2026-11-30T12:00:00Z')
    const { client } = deskWith([() => busy({ 'retry-after': retryAfter }), () => json(200, ticket)])
    expect((await timed(client.get({ id: 't1' }))).ms).toBe(ms)
  })

  it('uses the idempotency key of the first attempt, and the next call uses another one', async () => {
    const { requests, client } = deskWith([() => busy(), () => json(201, ticket)])
    await timed(client.create({ title: 'a' }))
    await timed(client.create({ title: 'a' }))
    const [first, second, third] = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('succeeds for a deletion whose response was lost if the resource no longer exists', async () => {
    const { client } = deskWith([networkFailure, () => json(404, { error: 'No', code: 'not_found' })])
    expect((await timed(client.delete({ id: 't1' }))).value).toBeUndefined()
  })

  it.each([
    ['a call that must not be repeated', 'assign', { id: 't1', assignee: null }],
    ['a body that is a stream', 'upload_file', { id: 'f', body: new ReadableStream() }],
  ] as const)('does not happen for %s', async (_, name, input) => {
    const { requests, client } = deskWith([() => busy()])
    expect(await failureOf(client[name](input as never))).toMatchObject({ code: 'unavailable' })
    expect(requests).toHaveLength(1)
  })

  it('does not happen if its pause would exceed the time limit of the call', async () => {
    const { requests, client } = deskWith([() => busy({ 'retry-after': '60' })], { timeoutMs: 5_000 })
    expect(await failureOf(client.get({ id: 't1' }))).toMatchObject({ code: 'unavailable', retryAfter: 60 })
    expect(requests).toHaveLength(1)
  })

  it('happens as often as the client allows', async () => {
    const { requests, client } = deskWith([networkFailure], { retries: 1 })
    expect(await runTimersUntil(failureOf(client.get({ id: 't1' })))).toBeInstanceOf(NetworkError)
    expect(requests).toHaveLength(2)
  })
})

describe('the end of a call', () => {
  const silent = () => new Promise<Response>(() => {})

  it('throws TimeoutError after the time limit, even if fetch ignores the signal', async () => {
    const { client } = deskWith([], { fetch: silent, timeoutMs: 1_000 })
    const failure = failureOf(client.get({ id: 't1' }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await failure).toBeInstanceOf(TimeoutError)
  })

  it("throws the caller's abort reason, before the call, during it and during a pause", async () => {
    const reason = new Error('closed')
    const { requests, client } = deskWith([() => busy({ 'retry-after': '3' })])
    expect(await failureOf(client.get({ id: 't1' }, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(requests).toHaveLength(0)
    const controller = new AbortController()
    const paused = failureOf(client.get({ id: 't1' }, { signal: controller.signal }))
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort(reason)
    expect(await paused).toBe(reason)
    const callController = new AbortController()
    const { client: hanging } = deskWith([], { fetch: silent })
    const asked = failureOf(hanging.get({ id: 't1' }, { signal: callController.signal }))
    callController.abort(reason)
    expect(await asked).toBe(reason)
  })

  it('does not end a stream: the deadline is removed, and the caller can still abort', async () => {
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
