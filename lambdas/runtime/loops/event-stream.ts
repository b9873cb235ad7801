import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@signet/kernel'
import { isFinal, type LoopEvent, type LoopStatus } from '@signet/readings'

/** Milliseconds between two polls; the pause grows while nothing happens. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 3_000
const PAUSE_GROWTH = 1.5

/** Intermediaries close an idle stream, so a comment is sent at this interval. */
const COMMENT_MS = 15_000

/** An open stream occupies a function, so it ends this long after the interview starts to wait. */
const WAITING_MS = 60_000

/** A function is terminated after 15 minutes. */
const RECONNECT_MS = 14 * 60_000

const RETRY = 'retry: 2000\n\n'

export interface EventStreamDeps {
  readonly eventsAfter: (seq: number) => Promise<readonly LoopEvent[]>
  readonly now: Clock
  /** Returns early, and never throws, when the client disconnects. */
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
  // The data of a question has its own `type`; the members common to all events follow it and take precedence.
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
    // The state applies to all events up to it, so unseen events are sent first.
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
 * Streams the events of an interview as `text/event-stream` (runtime.md 7). Polling stops at once when the client
 * disconnects or the function ends.
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
