import type { LoopEvent, LoopStatus } from '@signet/readings'
import { describe, expect, it } from 'vitest'
import { eventStream, type StreamStart } from '../../../lambdas/runtime/loops/event-stream.ts'

const START = Date.parse('2026-11-26T12:00:00.000Z')

/** A clock that advances only by sleeping, and the events of an interview until then. */
const streamWorld = () => {
  let at = START
  const events: LoopEvent[] = []
  const sleeps: number[] = []
  const timers: { readonly at: number; readonly run: () => void }[] = []
  const polls: number[] = []
  return {
    events,
    sleeps,
    polls,
    now: () => new Date(at),
    emit(type: LoopEvent['type'], data: object = {}) {
      events.push({ type, loop: 'L', seq: events.length + 1, tick: 1, at, data: data as LoopEvent['data'] })
    },
    /** Runs a function after this many milliseconds of sleep. */
    after: (ms: number, run: () => void) => timers.push({ at: START + ms, run }),
    eventsAfter: async (seq: number) => {
      polls.push(seq)
      return events.filter((event) => event.seq > seq).slice(0, 3)
    },
    sleep: async (ms: number) => {
      sleeps.push(ms)
      at += ms
      for (const entry of timers.splice(0)) {
        if (entry.at <= at) entry.run()
        else timers.push(entry)
      }
    },
  }
}
type World = ReturnType<typeof streamWorld>

const startOf = ({ events }: World, after = 0, status: LoopStatus = 'running'): StreamStart => ({
  loop: 'L',
  after,
  status,
  newest: events.length,
})

const notAborted = new AbortController().signal

/** Frames that a client reads until the stream ends, or until it disconnects after `frames`. */
const framesOf = async (world: World, start: StreamStart, frames = Number.POSITIVE_INFINITY): Promise<string[]> => {
  const texts: string[] = []
  for await (const bytes of eventStream(world, start, notAborted)) {
    texts.push(new TextDecoder().decode(bytes))
    if (texts.length >= frames) break
  }
  return texts
}

const idsOf = (frames: readonly string[]): number[] =>
  frames.flatMap((frame) => /^id: (\d+)$/m.exec(frame)?.[1] ?? []).map(Number)

describe('event stream of an interview', () => {
  it('sends events with ids from 1, and ends when the interview ends', async () => {
    const world = streamWorld()
    world.emit('loop.started', { intention: 'x' })
    world.emit('question', { fact: 'public', type: 'yes/no' })
    world.after(2_000, () => world.emit('state', { state: 'done' }))
    world.after(2_000, () => world.emit('done', { output: '#' }))
    const frames = await framesOf(world, startOf(world))
    expect(frames[0]).toBe('retry: 2000\n\n')
    expect(frames[2]).toBe(
      'id: 2\nevent: question\ndata: {"fact":"public","type":"yes/no","loop":"L","seq":2,"tick":1,"at":"2026-11-26T12:00:00.000Z"}\n\n',
    )
    expect([idsOf(frames), frames.at(-1)?.includes('event: done')]).toEqual([[1, 2, 3, 4], true])
  })

  it('resumes after the last seen event without loss or duplication, wherever the connection drops', async () => {
    for (let drop = 1; drop < 9; drop++) {
      const world = streamWorld()
      for (let count = 0; count < 4; count++) world.emit('draw', { count })
      for (let count = 1; count < 6; count++) world.after(count * 1_700, () => world.emit('fact', { count }))
      world.after(9_000, () => world.emit('state', { state: 'stopped' }))
      const seenIds: number[] = []
      for (
        let connections = 0;
        world.events.at(-1)?.type !== 'state' || seenIds.length < world.events.length;
        connections++
      ) {
        expect(connections).toBeLessThan(40)
        const ids = idsOf(await framesOf(world, startOf(world, seenIds.at(-1) ?? 0), drop + (connections % 3)))
        seenIds.push(...ids)
      }
      expect([drop, seenIds]).toEqual([drop, world.events.map(({ seq }) => seq)])
    }
  })

  it('polls with pauses that grow to three seconds and restart with each event', async () => {
    const world = streamWorld()
    world.after(14_000, () => world.emit('fact'))
    await framesOf(world, startOf(world), 3)
    expect(world.sleeps.slice(0, 6)).toEqual([500, 750, 1_125, 1_687.5, 2_531.25, 3_000])
    world.after(20_000, () => world.emit('fact'))
    const before = world.sleeps.length
    await framesOf(world, startOf(world, 1), 2)
    expect(world.sleeps[before]).toBe(500)
  })

  it('sends a comment after 15 seconds without an event, and a reconnect event after 14 minutes', async () => {
    const world = streamWorld()
    const frames = await framesOf(world, startOf(world))
    expect(frames.at(-1)).toBe('event: reconnect\ndata: {"loop":"L","seq":0}\n\n')
    expect(world.now().getTime() - START).toBeLessThan(14 * 60_000 + 3_001)
    const comments = frames.filter((frame) => frame.startsWith(': ')).length
    expect(comments).toBeGreaterThanOrEqual(46)
    expect(comments).toBeLessThanOrEqual(56)
  })

  it('ends one minute after the interview starts to wait, or after the stream starts if the interview is waiting', async () => {
    const world = streamWorld()
    world.emit('state', { state: 'waiting' })
    for (const start of [startOf(world, 0, 'waiting'), startOf(world, 1, 'waiting')]) {
      const startedAt = world.now().getTime()
      await framesOf(world, start)
      const durationMs = world.now().getTime() - startedAt
      expect([durationMs >= 60_000, durationMs < 63_001]).toEqual([true, true])
    }
    const resumingWorld = streamWorld()
    resumingWorld.emit('state', { state: 'waiting' })
    resumingWorld.after(50_000, () => resumingWorld.emit('state', { state: 'running' }))
    resumingWorld.after(120_000, () => resumingWorld.emit('state', { state: 'done' }))
    expect(idsOf(await framesOf(resumingWorld, startOf(resumingWorld, 0, 'waiting')))).toEqual([1, 2, 3])
  })

  it('stops polling when the client disconnects', async () => {
    const world = streamWorld()
    const stream = eventStream(
      { ...world, sleep: (_ms, signal) => new Promise<void>((done) => signal.addEventListener('abort', () => done())) },
      startOf(world),
      notAborted,
    )[Symbol.asyncIterator]()
    await stream.next()
    const waiting = stream.next()
    await new Promise((done) => setTimeout(done, 5))
    const polls = world.polls.length
    await stream.return?.()
    expect([(await waiting).done, world.polls.length]).toEqual([true, polls])
  })
})
