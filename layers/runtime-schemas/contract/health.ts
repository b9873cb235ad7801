import * as z from 'zod'

export const EngineHealth = z.object({
  ok: z.literal(true),
  engine: z.string().describe('Version of the engine, which changes when the same input would give a different result'),
  decks: z.int().describe('Number of built-in decks (sets of advice cards)'),
  uptime_s: z.int().describe('Seconds since this instance started'),
})
