import * as z from 'zod'
import { SEED_MAX, VARIATION_STRENGTH, VARIATIONS_MAX } from './vocabulary.ts'

/** The input of `create_variation` without the job (spec image-service 4.9). */
export const VariationRequest = z
  .strictObject({
    count: z.int().min(1).max(VARIATIONS_MAX).default(1).describe('Number of variations; each is billed as one draft'),
    variation_strength: z
      .number()
      .min(0)
      .max(1)
      .default(VARIATION_STRENGTH)
      .describe('Strength of the change, from 0 (close to the source) to 1 (independent of it)'),
    seed: z
      .int()
      .min(0)
      .max(SEED_MAX)
      .optional()
      .describe('Seed of the first variation. Each further variation increments the seed by 1.'),
  })
  .meta({ id: 'VariationRequest' })
export type VariationRequest = z.infer<typeof VariationRequest>
