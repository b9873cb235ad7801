import { intentionSchema, seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { DeckShape, DeckSlug } from './deck.ts'

export const Classification = z
  .object({
    pattern: z.string().describe('Id of a pattern, or of a card of the deck that was given'),
    confidence: z.enum(['high', 'medium', 'low']),
    method: z.enum(['vocab', 'relevance']),
    vocab_signal: z.string().describe('The best by words, or none'),
    vocab_score: z.number().describe('4 and more decides'),
    runner_up_vocab_signal: z.string().nullable(),
    runner_up_vocab_score: z.number().nullable(),
    relevance_score: z.number(),
  })
  .meta({ id: 'Classification' })

export const ClassifyInput = z
  .strictObject({
    intention: intentionSchema.regex(/\S/, 'must not be empty'),
    seed: seedSchema.optional().describe('Without effect: there is no chance in it'),
    deck: DeckShape.optional().describe('A deck of the caller, which is not stored'),
    deck_alias: DeckSlug.optional().describe('The name of that deck'),
    deck_ref: DeckSlug.optional().describe('A deck of the organization, or one that is built in'),
  })
  .meta({ id: 'ClassifyInput' })

export const Classified = z
  .object({
    classification: Classification,
    traits: z.record(z.string(), z.string()).describe('What the intention says of what is to be built'),
    tier2_recommended: z.boolean(),
  })
  .meta({ id: 'ClassificationResult' })
