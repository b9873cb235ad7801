import { endpoint } from '@signet/contracts'
import { READ_RATE } from '@signet/search/conversations/contract'
import { TELEMETRY_DAYS_MAX } from '@signet/search/conversations/rows'
import * as z from 'zod'

const counts = {
  imports: z.int().describe('Number of started imports, excluding those whose uploads have since been deleted'),
  windowsEmbedded: z.int().describe('Number of indexed passages'),
  embeddingCalls: z.int().describe('Number of requests to the embedding model, including failed requests'),
  embeddingTexts: z.int().describe('Number of texts (passages and queries) in these requests'),
  searches: z
    .int()
    .describe('Number of searches of the archive and of notebooks, including requests for similar conversations'),
  questions: z.int().describe('Number of questions to the archive and to notebooks'),
  refusals: z.int().describe('Number of questions that the archive could not answer'),
  tokensIn: z.int().describe('Number of input tokens, as counted by the language model; 0 without a model'),
  tokensOut: z.int().describe('Number of output tokens, as counted by the language model; 0 without a model'),
}

const TelemetryDay = z.object({ day: z.iso.date().describe('Date (UTC)'), ...counts }).meta({ id: 'TelemetryDay' })
export type TelemetryDay = z.infer<typeof TelemetryDay>

const Telemetry = z
  .object({
    days: z.array(TelemetryDay).max(TELEMETRY_DAYS_MAX).describe('One entry per day, today first'),
    total: z.object(counts).describe('Totals over these days'),
    embeddingModel: z.string().describe('Current embedding model; `offline`: no model is called, and there is no cost'),
    languageModel: z
      .string()
      .describe('Current language model; `none`: answers only quote the archive, and there is no cost'),
  })
  .meta({ id: 'Telemetry' })
export type Telemetry = z.infer<typeof Telemetry>

export const getTelemetry = endpoint({
  name: 'getTelemetry',
  summary: 'Get daily usage',
  description:
    "Returns the billable units that the organization's operations used per day. The counts are estimates, not a bill: work that is repeated after a failure counts twice, and a count can lag by one request.",
  tags: ['service'],
  route: 'GET /api/telemetry',
  authority: 'scope:archive:admin',
  rate: READ_RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(TELEMETRY_DAYS_MAX).default(30).describe('Number of days, including today'),
    }),
  },
  responses: { 200: { description: 'Usage per day', schema: Telemetry } },
  errors: ['unavailable'],
})
