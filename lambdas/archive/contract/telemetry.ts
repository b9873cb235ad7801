import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { TELEMETRY_DAYS_MAX } from './meter-rows.ts'
import { READ_RATE } from './rates.ts'

const counts = {
  imports: z.int().describe('Uploads whose import was begun; those that were deleted since are not counted'),
  windowsEmbedded: z.int().describe('Passages that were made findable'),
  embeddingCalls: z.int().describe('Requests to the embedding model, those that failed with them'),
  embeddingTexts: z.int().describe('Texts in them: passages and queries'),
  searches: z.int().describe('Of the archive and of notebooks, similar conversations with them'),
  questions: z.int().describe('Put to the archive and to notebooks'),
  refusals: z.int().describe('Questions that the archive did not answer'),
  tokensIn: z.int().describe('Tokens that the language model was given, as it counts them; 0 without a model'),
  tokensOut: z.int().describe('Tokens that it wrote'),
}

const TelemetryDay = z.object({ day: z.iso.date().describe('In UTC'), ...counts }).meta({ id: 'TelemetryDay' })
export type TelemetryDay = z.infer<typeof TelemetryDay>

const Telemetry = z
  .object({
    days: z.array(TelemetryDay).max(TELEMETRY_DAYS_MAX).describe('Today first, each day once'),
    total: z.object(counts).describe('Of these days'),
    embeddingModel: z.string().describe('What embeds now; `offline`: without a model, and without a price'),
    languageModel: z.string().describe('What answers now; `none`: sentences of the archive, without a price'),
  })
  .meta({ id: 'Telemetry' })
export type Telemetry = z.infer<typeof Telemetry>

export const getTelemetry = endpoint({
  name: 'getTelemetry',
  summary: 'What the archive did, day by day',
  description:
    'What the operations of the workspace took: what is paid for by the piece. Counts are for orientation and no bill: work that was done twice after a failure is counted twice, and a count may come a request late.',
  tags: ['service'],
  route: 'GET /api/telemetry',
  authority: 'scope:archive:admin',
  rate: READ_RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(TELEMETRY_DAYS_MAX).default(30).describe('Days, today with them'),
    }),
  },
  responses: { 200: { description: 'The days', schema: Telemetry } },
  errors: ['unavailable'],
})
