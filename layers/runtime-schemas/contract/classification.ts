import { intentionSchema, seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { DeckShape, DeckSlug } from './deck.ts'

export const Classification = z
  .object({
    pattern: z.string().describe('ID of a pattern, or of a card of the given deck'),
    confidence: z.enum(['high', 'medium', 'low']),
    method: z.enum(['vocab', 'relevance']),
    vocab_signal: z.string().describe('Best match by vocabulary, or `none`'),
    vocab_score: z.number().describe('Vocabulary score; a score of 4 or more selects the pattern'),
    runner_up_vocab_signal: z.string().nullable(),
    runner_up_vocab_score: z.number().nullable(),
    relevance_score: z.number(),
  })
  .meta({ id: 'Classification' })

export const ClassifyInput = z
  .strictObject({
    intention: intentionSchema.regex(/\S/, 'must not be empty'),
    seed: seedSchema.optional().describe('Ignored, because classification has no random part'),
    deck: DeckShape.optional().describe('Deck to use for this request; it is not stored'),
    deck_alias: DeckSlug.optional().describe('Name of the deck in `deck`'),
    deck_ref: DeckSlug.optional().describe('Deck of the organization, or a built-in deck'),
  })
  .meta({ id: 'ClassifyInput' })

export const Classified = z
  .object({
    classification: Classification,
    traits: z.record(z.string(), z.string()).describe('Traits of the project that the intention states'),
    tier2_recommended: z.boolean(),
  })
  .meta({ id: 'ClassificationResult' })
