import { type Clock, notFound, type Refusal } from '@signet/kernel'
import { expireInterview, type LoopEvent, type LoopState } from '@signet/readings'
import type { QuerentScope } from '../namespaces/namespace.ts'
import type { LoopTable, StoredLoop } from './loop-table.ts'

export const stateEvent = ({ id, tick, seq }: LoopState, at: number, data: LoopEvent['data']): LoopEvent => ({
  type: 'state',
  loop: id,
  seq: seq + 1,
  tick,
  at,
  data,
})

/**
 * Marks an interview as expired if it has waited too long for an answer. The first request after that stores the
 * change.
 */
export const expireIfDue = async (
  { loops, now }: { readonly loops: LoopTable; readonly now: Clock },
  loop: StoredLoop,
): Promise<StoredLoop> => {
  const at = now().getTime()
  const expired = expireInterview(loop.state, at)
  if (expired === loop.state) return loop
  const event = stateEvent(expired, at, { state: 'expired', reason: 'no_answer' })
  const next = { ...loop, state: { ...expired, seq: event.seq } }
  if (await loops.advance(loop, next, [event])) return next
  return (await loops.find(loop.org, loop.state.id)) ?? next
}

export const loopInScope = async (
  deps: Parameters<typeof expireIfDue>[0],
  scope: QuerentScope,
  id: string,
): Promise<StoredLoop | Refusal<'not_found'>> => {
  const stored = await deps.loops.find(scope.org, id)
  if (stored === undefined || !scope.canSee(stored.namespaceId)) return notFound('The interview does not exist')
  return expireIfDue(deps, stored)
}
