import { intentionSchema, seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { DeckShape, DeckSlug } from './deck.ts'

export const Classification = z
  .object({
    pattern: z.string().describe('ID of the selected pattern (project template)'),
    confidence: z.enum(['high', 'medium', 'low']),
    method: z
      .enum(['vocab', 'relevance'])
      .describe('How the pattern was selected. `vocab`: by keywords; `relevance`: by text similarity (BM25).'),
    vocab_signal: z.string().describe('ID of the best match by vocabulary, or `none`'),
    vocab_score: z.number().describe('Vocabulary score; a score of 4 or more selects the pattern'),
    runner_up_vocab_signal: z
      .string()
      .nullable()
      .describe('ID of the second-best match by vocabulary (runner-up); null if there is none'),
    runner_up_vocab_score: z.number().nullable().describe('Score of the runner-up; null if there is none'),
    relevance_score: z.number().describe('BM25 score of the selected pattern'),
  })
  .meta({ id: 'Classification' })

export const ClassifyInput = z
  .strictObject({
    intention: intentionSchema.regex(/\S/, 'must not be empty'),
    seed: seedSchema.optional().describe('Ignored, because classification has no random part'),
    deck: DeckShape.optional().describe('Deck to use for this request; it is not stored'),
    deck_alias: DeckSlug.optional().describe('Name of `deck`; required with `deck`'),
    deck_ref: DeckSlug.optional().describe('Name of a stored or built-in deck, instead of `deck`'),
  })
  .meta({ id: 'ClassifyInput' })

export const Classified = z
  .object({
    classification: Classification.describe(
      'The selected pattern. If the request uses a deck, `pattern` is the ID of a card of the deck instead.',
    ),
    traits: z.record(z.string(), z.string()).describe('Traits of the project that the intention states'),
    tier2_recommended: z
      .boolean()
      .describe('Whether the match is uncertain, so that a person or a model should choose'),
  })
  .meta({ id: 'ClassificationResult' })
