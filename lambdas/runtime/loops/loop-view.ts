import type { StoredLoop } from './loop-table.ts'

export const loopView = ({ state, mode, tools, hash }: StoredLoop) => {
  const { id, reason, tick, budget, used, questions, reading, pending, seq, created_at, expires_at } = state
  return {
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
}
