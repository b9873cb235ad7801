import * as z from 'zod'

export const EngineHealth = z.object({
  ok: z.literal(true),
  engine: z.string().describe('It rises when the same input would give other bytes'),
  decks: z.int().describe('Decks that are built in'),
  uptime_s: z.int().describe('Seconds since this environment began'),
})
