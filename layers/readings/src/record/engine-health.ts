import { BUILT_IN_DECKS } from '../decks/built-in.ts'
import { ENGINE } from './reading.ts'

export const engineHealth = (started: Date, now: Date) => ({
  ok: true as const,
  engine: ENGINE,
  decks: new Set(BUILT_IN_DECKS.map(({ name }) => name)).size,
  uptime_s: Math.max(0, Math.floor((now.getTime() - started.getTime()) / 1_000)),
})
