import { endpoint } from '@signet/contracts'
import { READ_RATE } from '@signet/search/conversations/contract'
import { TELEMETRY_DAYS_MAX } from '@signet/search/conversations/rows'
import * as z from 'zod'

const counts = {
  imports: z.int().describe('Imports that were begun, without uploads deleted since'),
  windowsEmbedded: z.int().describe('Passages indexed'),
  embeddingCalls: z.int().describe('Requests to the embedding model, including failed ones'),
  embeddingTexts: z.int().describe('Texts in them: passages and queries'),
  searches: z.int().describe('Of the archive and of notebooks, including similar conversations'),
  questions: z.int().describe('To the archive and to notebooks'),
  refusals: z.int().describe('Questions that the archive did not answer'),
  tokensIn: z.int().describe('Input tokens of the language model, by its own count; 0 without a model'),
  tokensOut: z.int().describe('Output tokens'),
}

const TelemetryDay = z.object({ day: z.iso.date().describe('In UTC'), ...counts }).meta({ id: 'TelemetryDay' })
export type TelemetryDay = z.infer<typeof TelemetryDay>

const Telemetry = z
  .object({
    days: z.array(TelemetryDay).max(TELEMETRY_DAYS_MAX).describe('Today first, each day once'),
    total: z.object(counts).describe('Of these days'),
    embeddingModel: z.string().describe('Present embedding model; `offline`: without a model, and without a price'),
    languageModel: z.string().describe('Present language model; `none`: sentences of the archive, without a price'),
  })
  .meta({ id: 'Telemetry' })
export type Telemetry = z.infer<typeof Telemetry>

export const getTelemetry = endpoint({
  name: 'getTelemetry',
  summary: 'Usage of the archive by day',
  description:
    'Billable units that the operations of the workspace used. The counts are estimates, not a bill: repeated work after a failure counts twice, and a count may lag by one request.',
  tags: ['service'],
  route: 'GET /api/telemetry',
  authority: 'scope:archive:admin',
  rate: READ_RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(TELEMETRY_DAYS_MAX).default(30).describe('Days, including today'),
    }),
  },
  responses: { 200: { description: 'The days', schema: Telemetry } },
  errors: ['unavailable'],
})
