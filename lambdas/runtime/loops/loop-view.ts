import type { LoopView } from '@signet/runtime-schemas/loop'
import type * as z from 'zod'
import type { StoredLoop } from './loop-table.ts'

export const loopView = ({ state, mode, tools, hash }: StoredLoop) => {
  const { id, reason, tick, budget, used, questions, reading, pending, seq, created_at, expires_at } = state
  const view = {
    id,
    state: state.state,
    mode,
    tick,
    budget,
    used,
    tools,
    questions,
    last_event: seq,
    facts: reading.facts,
    positions: reading.positions,
    output: reading.output,
    ...(reason !== undefined && { reason }),
    ...(pending && { pending }),
    ...(hash !== undefined && { reading_hash: hash }),
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  }
  // The engine's types are read-only, those of the contract are not.
  return view as unknown as z.output<typeof LoopView>
}
