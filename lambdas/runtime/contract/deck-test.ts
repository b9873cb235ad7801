import * as z from 'zod'

export const DeckTest = z.object({
  name: z.string(),
  version: z.string(),
  readings: z.int().describe('Number of readings in the test'),
  never_drawn: z.array(z.string()).describe('IDs of cards that were never drawn'),
  chi2: z.number().describe('Chi-squared statistic: frequency of the first drawn cards compared with their weights'),
  p: z.number().describe('p-value of the chi-squared test. A value near 0 means that draws do not match the weights.'),
})
export type DeckTest = z.infer<typeof DeckTest>
