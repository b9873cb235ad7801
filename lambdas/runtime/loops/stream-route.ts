import { reply } from '@signet/contracts'
import { type Clock, Refusal, refusal, route } from '@signet/kernel'
import { isFinal } from '@signet/readings'
import { streamLoop } from '../contract/loops.ts'
import { querentScope } from '../namespaces/namespace.ts'
import { eventStream } from './event-stream.ts'
import { loopInScope } from './expire-loop.ts'
import type { LoopTable } from './loop-table.ts'

export interface StreamDeps {
  readonly loops: LoopTable
  readonly now: Clock
}

const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }

/** `GET /agents/loop/:id/stream`. */
export const streamRoute = (deps: StreamDeps) =>
  route(streamLoop, async ({ params: { id }, query, headers, caller, signal }) => {
    const loop = await loopInScope(deps, querentScope(caller, headers['x-querent-ids']), id)
    if (loop instanceof Refusal) return loop
    const { org, state } = loop
    const lastEventId = headers['last-event-id']
    const after = lastEventId === undefined ? (query.after ?? 0) : Number(lastEventId)
    if (after > state.seq)
      return refusal('event_unknown', `Event ${after} does not exist yet; the newest is ${state.seq}`, {
        extras: { newest: state.seq },
      })
    // Browsers reconnect after a stream that ended, but not after a 204.
    if (isFinal(state.state) && after === state.seq) return reply(204, undefined)
    const eventsAfter = (seq: number) => deps.loops.eventsAfter({ org, id }, seq)
    const start = { loop: id, after, status: state.state, newest: state.seq }
    return reply(200, eventStream({ ...deps, eventsAfter }, start, signal), HEADERS)
  })
