import type { LoopEvent, LoopStatus } from '@signet/readings'
import { describe, expect, it } from 'vitest'
import { eventStream, type StreamStart } from '../../../lambdas/runtime/loops/event-stream.ts'

const START = Date.parse('2026-11-26T12:00:00.000Z')

/** A clock that advances only by sleeping, and the events of an interview until then. */
const world = () => {
  let at = START
  const events: LoopEvent[] = []
  const sleeps: number[] = []
  const due: { readonly at: number; readonly run: () => void }[] = []
  const looks: number[] = []
  return {
    events,
    sleeps,
    looks,
    now: () => new Date(at),
    tell(type: LoopEvent['type'], data: object = {}) {
      events.push({ type, loop: 'L', seq: events.length + 1, tick: 1, at, data: data as LoopEvent['data'] })
    },
    /** Runs a function after this many milliseconds of sleep. */
    after: (ms: number, run: () => void) => due.push({ at: START + ms, run }),
    eventsAfter: async (seq: number) => {
      looks.push(seq)
      return events.filter((event) => event.seq > seq).slice(0, 3)
    },
    sleep: async (ms: number) => {
      sleeps.push(ms)
      at += ms
      for (const one of due.splice(0)) {
        if (one.at <= at) one.run()
        else due.push(one)
      }
    },
  }
}
type World = ReturnType<typeof world>

const startOf = ({ events }: World, after = 0, status: LoopStatus = 'running'): StreamStart => ({
  loop: 'L',
  after,
  status,
  newest: events.length,
})

const never = new AbortController().signal

/** Frames that a client reads until the stream ends, or until it disconnects after `frames`. */
const framesOf = async (it: World, start: StreamStart, frames = Number.POSITIVE_INFINITY): Promise<string[]> => {
  const texts: string[] = []
  for await (const bytes of eventStream(it, start, never)) {
    texts.push(new TextDecoder().decode(bytes))
    if (texts.length >= frames) break
  }
  return texts
}

const idsOf = (frames: readonly string[]): number[] =>
  frames.flatMap((frame) => /^id: (\d+)$/m.exec(frame)?.[1] ?? []).map(Number)

describe('event stream of an interview', () => {
  it('sends ids from 1, types and JSON, and ends with the interview', async () => {
    const it = world()
    it.tell('loop.started', { intention: 'x' })
    it.tell('question', { fact: 'public', type: 'yes/no' })
    it.after(2_000, () => it.tell('state', { state: 'done' }))
    it.after(2_000, () => it.tell('done', { output: '#' }))
    const frames = await framesOf(it, startOf(it))
    expect(frames[0]).toBe('retry: 2000\n\n')
    expect(frames[2]).toBe(
      'id: 2\nevent: question\ndata: {"fact":"public","type":"yes/no","loop":"L","seq":2,"tick":1,"at":"2026-11-26T12:00:00.000Z"}\n\n',
    )
    expect([idsOf(frames), frames.at(-1)?.includes('event: done')]).toEqual([[1, 2, 3, 4], true])
  })

  it('resumes after the last seen event without loss or duplication, wherever the connection drops', async () => {
    for (let drop = 1; drop < 9; drop++) {
      const it = world()
      for (let count = 0; count < 4; count++) it.tell('draw', { count })
      for (let count = 1; count < 6; count++) it.after(count * 1_700, () => it.tell('fact', { count }))
      it.after(9_000, () => it.tell('state', { state: 'stopped' }))
      const seenIds: number[] = []
      for (
        let connections = 0;
        it.events.at(-1)?.type !== 'state' || seenIds.length < it.events.length;
        connections++
      ) {
        expect(connections).toBeLessThan(40)
        const ids = idsOf(await framesOf(it, startOf(it, seenIds.at(-1) ?? 0), drop + (connections % 3)))
        seenIds.push(...ids)
      }
      expect([drop, seenIds]).toEqual([drop, it.events.map(({ seq }) => seq)])
    }
  })

  it('polls with pauses that grow to three seconds and restart with each event', async () => {
    const it = world()
    it.after(14_000, () => it.tell('fact'))
    await framesOf(it, startOf(it), 3)
    expect(it.sleeps.slice(0, 6)).toEqual([500, 750, 1_125, 1_687.5, 2_531.25, 3_000])
    it.after(20_000, () => it.tell('fact'))
    const before = it.sleeps.length
    await framesOf(it, startOf(it, 1), 2)
    expect(it.sleeps[before]).toBe(500)
  })

  it('sends a comment every 15 idle seconds, and reconnect after 14 minutes', async () => {
    const it = world()
    const frames = await framesOf(it, startOf(it))
    expect(frames.at(-1)).toBe('event: reconnect\ndata: {"loop":"L","seq":0}\n\n')
    expect(it.now().getTime() - START).toBeLessThan(14 * 60_000 + 3_001)
    const comments = frames.filter((frame) => frame.startsWith(': ')).length
    expect(comments).toBeGreaterThanOrEqual(46)
    expect(comments).toBeLessThanOrEqual(56)
  })

  it('ends one minute after the interview starts to wait, also if it is waiting already', async () => {
    const it = world()
    it.tell('state', { state: 'waiting' })
    for (const start of [startOf(it, 0, 'waiting'), startOf(it, 1, 'waiting')]) {
      const began = it.now().getTime()
      await framesOf(it, start)
      const took = it.now().getTime() - began
      expect([took >= 60_000, took < 63_001]).toEqual([true, true])
    }
    const goesOn = world()
    goesOn.tell('state', { state: 'waiting' })
    goesOn.after(50_000, () => goesOn.tell('state', { state: 'running' }))
    goesOn.after(120_000, () => goesOn.tell('state', { state: 'done' }))
    expect(idsOf(await framesOf(goesOn, startOf(goesOn, 0, 'waiting')))).toEqual([1, 2, 3])
  })

  it('stops polling when the client disconnects', async () => {
    const it = world()
    const stream = eventStream(
      { ...it, sleep: (_ms, signal) => new Promise<void>((done) => signal.addEventListener('abort', () => done())) },
      startOf(it),
      never,
    )[Symbol.asyncIterator]()
    await stream.next()
    const waiting = stream.next()
    await new Promise((done) => setTimeout(done, 5))
    const looks = it.looks.length
    await stream.return?.()
    expect([(await waiting).done, it.looks.length]).toEqual([true, looks])
  })
})
