import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@signet/kernel'
import { isFinal, type LoopEvent, type LoopStatus } from '@signet/readings'

/** Milliseconds between two looks: they grow while nothing happens. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 3_000
const GROWTH = 1.5

/** A stream that says nothing is cut on its way. */
const COMMENT_MS = 15_000

/** An open stream holds a function: it ends so long after the interview began to wait. */
const WAITING_MS = 60_000

/** A function ends after 15 minutes. */
const RECONNECT_MS = 14 * 60_000

const RETRY = 'retry: 2000\n\n'

export interface EventStreamDeps {
  readonly eventsAfter: (seq: number) => Promise<readonly LoopEvent[]>
  readonly now: Clock
  /** Ends early, and never throws, when the client goes. */
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
  // The data of a question has a type of its own: what all events have stands before it, and wins.
  const members = { ...data, loop, seq, tick, at: new Date(at).toISOString() }
  return `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(members)}\n\n`
}

async function* frames(
  { eventsAfter, now, sleep = realSleep }: EventStreamDeps,
  { loop, after, status, newest }: StreamStart,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const began = now().getTime()
  let seen = after
  let state = status
  let pause = FIRST_PAUSE_MS
  let spokeAt = began
  let stateAt = began
  yield bytesOf(RETRY)
  while (!signal.aborted) {
    const events = await eventsAfter(seen)
    const at = now().getTime()
    for (const event of events) {
      yield bytesOf(frameOf(event))
      seen = event.seq
      if (event.type === 'state') [state, stateAt] = [event.data.state as LoopStatus, at]
      ;[spokeAt, pause] = [at, FIRST_PAUSE_MS]
    }
    if (events.length > 0) continue
    // What a state says is true of the events up to it: those that the client has not seen yet come first.
    if (isFinal(state) && seen >= newest) return
    if (state === 'waiting' && seen >= newest && at - stateAt >= WAITING_MS) return
    if (at - began >= RECONNECT_MS) {
      yield bytesOf(`event: reconnect\ndata: ${JSON.stringify({ loop, seq: seen })}\n\n`)
      return
    }
    if (at - spokeAt >= COMMENT_MS) {
      yield bytesOf(': still here\n\n')
      spokeAt = at
    }
    await sleep(pause, signal)
    pause = Math.min(LONGEST_PAUSE_MS, pause * GROWTH)
  }
}

/**
 * The events of an interview as `text/event-stream` (runtime.md 7). A client that goes, or a function that ends, stops the
 * looks at the table at once.
 */
export const eventStream = (
  deps: EventStreamDeps,
  start: StreamStart,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> => {
  const gone = new AbortController()
  const generator = frames(deps, start, AbortSignal.any([signal, gone.signal]))
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => generator.next(),
    async return() {
      gone.abort()
      await generator.return(undefined)
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
