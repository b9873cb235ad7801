import * as z from 'zod'

export const EngineHealth = z.object({
  ok: z.literal(true),
  engine: z.string().describe('Version of the engine. It changes when the same input would give different bytes.'),
  decks: z.int().describe('Number of built-in decks'),
  uptime_s: z.int().describe('Seconds since this instance started'),
})
