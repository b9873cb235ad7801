import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@signet/kernel'
import { isFinal, type LoopEvent, type LoopStatus } from '@signet/readings'

/** Time between two polls. It grows while no event arrives. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 3_000
const PAUSE_GROWTH = 1.5

/** Proxies close an idle connection, so a comment is sent at this interval. */
const COMMENT_MS = 15_000

/**
 * The stream ends this long after the interview starts to wait for an answer, because an open stream occupies a
 * function.
 */
const WAITING_MS = 60_000

/** Ends the stream before the function's limit of 15 minutes. */
const RECONNECT_MS = 14 * 60_000

/** Makes browsers reconnect after two seconds. */
const RETRY = 'retry: 2000\n\n'

export interface EventStreamDeps {
  readonly eventsAfter: (seq: number) => Promise<readonly LoopEvent[]>
  readonly now: Clock
  /** Must return early, without throwing, when the client disconnects. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export interface StreamStart {
  readonly loop: string
  readonly after: number
  readonly status: LoopStatus
  readonly newest: number
}

const realSleep = (ms: number, signal: AbortSignal): Promise<unknown> =>
  wait(ms, undefined, { signal }).catch(() => undefined)

const encoder = new TextEncoder()
const bytesOf = (text: string): Uint8Array => encoder.encode(text)

const frameOf = ({ type, loop, seq, tick, at, data }: LoopEvent): string => {
  // The event type is not among the fields, because the data of a question has its own `type`. The common fields come
  // last and take precedence.
  const fields = { ...data, loop, seq, tick, at: new Date(at).toISOString() }
  return `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(fields)}\n\n`
}

async function* frames(
  { eventsAfter, now, sleep = realSleep }: EventStreamDeps,
  { loop, after, status, newest }: StreamStart,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const startedAt = now().getTime()
  let lastSeq = after
  let state = status
  let pauseMs = FIRST_PAUSE_MS
  let lastSentAt = startedAt
  let stateSince = startedAt
  yield bytesOf(RETRY)
  while (!signal.aborted) {
    const events = await eventsAfter(lastSeq)
    const at = now().getTime()
    for (const event of events) {
      yield bytesOf(frameOf(event))
      lastSeq = event.seq
      if (event.type === 'state') [state, stateSince] = [event.data.state as LoopStatus, at]
      ;[lastSentAt, pauseMs] = [at, FIRST_PAUSE_MS]
    }
    if (events.length > 0) continue
    // `newest` is the last event when the stream began. Events up to it are sent before the stream ends.
    if (isFinal(state) && lastSeq >= newest) return
    if (state === 'waiting' && lastSeq >= newest && at - stateSince >= WAITING_MS) return
    if (at - startedAt >= RECONNECT_MS) {
      yield bytesOf(`event: reconnect\ndata: ${JSON.stringify({ loop, seq: lastSeq })}\n\n`)
      return
    }
    if (at - lastSentAt >= COMMENT_MS) {
      yield bytesOf(': still here\n\n')
      lastSentAt = at
    }
    await sleep(pauseMs, signal)
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * PAUSE_GROWTH)
  }
}

/**
 * Returns the events of an interview as `text/event-stream`. Polling stops at once when the client disconnects or the
 * function ends.
 */
export const eventStream = (
  deps: EventStreamDeps,
  start: StreamStart,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> => {
  const disconnect = new AbortController()
  const generator = frames(deps, start, AbortSignal.any([signal, disconnect.signal]))
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => generator.next(),
    async return() {
      disconnect.abort()
      await generator.return(undefined)
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
