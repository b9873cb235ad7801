import * as z from 'zod'

export const DeckTest = z.object({
  name: z.string(),
  version: z.string(),
  readings: z.int(),
  never_drawn: z.array(z.string()),
  chi2: z.number(),
  p: z.number(),
})
export type DeckTest = z.infer<typeof DeckTest>
