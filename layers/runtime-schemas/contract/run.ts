import { wellFormedText } from '@signet/contracts'
import { factValueSchema, intentionSchema, responseModeSchema, seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { QuerentId } from './querent-id.ts'

/** Upper limit of the schema; the parser reports scripts above its own, lower limit with positions. */
const SCRIPT_CHARACTERS = 64_000

const script = () => wellFormedText(SCRIPT_CHARACTERS)

/** A request for a reading (spec supporting-services 4.1). */
export const RunInput = z
  .strictObject({
    script: script().optional().describe('Script to run. Send exactly one of `script` and `spreadType`.'),
    source: script().optional().describe('Alias for `script`'),
    spreadType: z.string().max(100).optional().describe('Spread (question set) from `GET /spreads`'),
    querent: z
      .strictObject({
        id: QuerentId.optional(),
        intention: intentionSchema.optional().describe('Description of the project or decision'),
        state: z
          .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), factValueSchema)
          .optional()
          .describe('Known facts by name, at most 64'),
      })
      .default({}),
    seed: seedSchema.optional().describe('Seed of the random draws. The same seed and input give the same draws.'),
    inscribe: z
      .boolean()
      .default(false)
      .describe("Whether to store and sign the reading and add it to the querent's memory"),
    publish_claims: z
      .boolean()
      .default(false)
      .describe('Whether the receipt publishes the facts and card IDs. Requires `inscribe`.'),
    responseMode: responseModeSchema.default('structured'),
    lenient: z
      .boolean()
      .default(false)
      .describe(
        'Whether positions can have fewer cards than requested. If false, the request returns 422 when too few cards apply.',
      ),
  })
  .meta({ id: 'RunInput' })

export type RunBody = z.output<typeof RunInput>
