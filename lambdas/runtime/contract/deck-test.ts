import * as z from 'zod'

export const DeckTest = z.object({
  name: z.string(),
  version: z.string(),
  readings: z.int().describe('Number of readings in the test'),
  never_drawn: z.array(z.string()).describe('IDs of cards that were never drawn'),
  chi2: z.number().describe('Chi-squared statistic of the first drawn cards against their weights'),
  p: z.number().describe('Its p-value. A value near 0 means that draws do not match the weights.'),
})
export type DeckTest = z.infer<typeof DeckTest>
