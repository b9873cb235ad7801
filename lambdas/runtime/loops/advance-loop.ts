import { Refusal } from '@signet/kernel'
import {
  type LoopEvent,
  type LoopRefusal,
  type LoopState,
  type ShelfDeck,
  type TickInput,
  tickInterview,
} from '@signet/readings'
import type { ShelfOfScript } from '../decks/shelf-of-script.ts'
import { stateEvent } from './expire-loop.ts'
import { type InscribeLoopDeps, inscribeLoop } from './inscribe-loop.ts'
import type { StoredLoop } from './loop-table.ts'

export interface AdvanceDeps extends InscribeLoopDeps {
  readonly shelfOf: ShelfOfScript
}

export type StepResult =
  | { readonly loop: StoredLoop }
  | { readonly refused: LoopRefusal }
  | { readonly overtaken: true }
  | Refusal<'receipt_conflict'>

/**
 * Runs one step of an interview and writes its state and events in one transaction, with the reading and its receipt if
 * it is the last step. If a concurrent step was written first, nothing is written.
 */
export const advanceLoop = (deps: AdvanceDeps) => {
  const inscribe = inscribeLoop(deps)
  return async (before: StoredLoop, input: TickInput): Promise<StepResult> => {
    const shelf: readonly ShelfDeck[] = await deps.shelfOf(before.org, before.state.inputs.script)
    const outcome = tickInterview(before.state, input, { at: deps.now().getTime(), shelf })
    if (!outcome.ok) return { refused: outcome.refusal }
    const { state, events } = outcome
    const next: StoredLoop = { ...before, state }
    const isSigned = state.state === 'done' || state.state === 'stopped'
    const isWritten = isSigned
      ? await inscribe({ before, next, events, shelf })
      : await deps.loops.advance(before, next, events)
    if (isWritten instanceof Refusal) return isWritten
    if (!isWritten) return { overtaken: true }
    // The stored interview of a last step also has the hash of its receipt.
    return { loop: isSigned ? ((await deps.loops.find(before.org, state.id)) ?? next) : next }
  }
}

export type AdvanceLoop = ReturnType<typeof advanceLoop>

export const failLoop = async (
  { loops, now }: Pick<AdvanceDeps, 'loops' | 'now'>,
  loop: StoredLoop,
  { code, error }: { readonly code: string; readonly error: string },
): Promise<boolean> => {
  const at = now().getTime()
  const { state } = loop
  const errorEvent: LoopEvent = { ...stateEvent(state, at, { code, error }), type: 'error' }
  const endEvent = stateEvent({ ...state, seq: errorEvent.seq }, at, { state: 'failed', reason: code })
  const next: LoopState = { ...state, state: 'failed', reason: code, seq: endEvent.seq }
  return loops.advance(loop, { ...loop, state: next }, [errorEvent, endEvent])
}
