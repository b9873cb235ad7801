import { wellFormedText } from '@signet/contracts'
import { factValueSchema, intentionSchema, responseModeSchema, seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { QuerentId } from './querent-id.ts'

/** Longer scripts are errors of the language, which says how long they may be. */
const SCRIPT_CHARACTERS = 64_000

const script = () => wellFormedText(SCRIPT_CHARACTERS)

/** A reading that is asked for (spec supporting-services 4.1). */
export const RunInput = z
  .strictObject({
    script: script().optional().describe('A script; exactly one of it and spreadType'),
    source: script().optional().describe('The same under another name'),
    spreadType: z.string().max(100).optional().describe('A spread of GET /spreads'),
    querent: z
      .strictObject({
        id: QuerentId.optional(),
        intention: intentionSchema.optional().describe('What is to be built or decided, in words'),
        state: z
          .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), factValueSchema)
          .optional()
          .describe('Facts that are known, at most 64'),
      })
      .default({}),
    seed: seedSchema.optional().describe('The same seed and the same input give the same draws'),
    inscribe: z.boolean().default(false).describe('Keep it, sign it and remember it'),
    publish_claims: z.boolean().default(false).describe('Facts and ids of cards are public claims of the receipt'),
    responseMode: responseModeSchema.default('structured'),
    lenient: z.boolean().default(false).describe('Positions with fewer cards than asked are no error'),
  })
  .meta({ id: 'RunInput' })

export type RunBody = z.output<typeof RunInput>
