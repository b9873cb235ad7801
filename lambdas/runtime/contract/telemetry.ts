import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { DeckTest } from './deck-test.ts'
import { RUNTIME_RATE } from './rates.ts'

const tags = ['telemetry']

const Counts = z.record(z.string(), z.int())

const base = { tags, authority: 'scope:runtime:read', rate: RUNTIME_RATE, errors: ['unavailable'] } as const

export const getScaffoldTelemetry = endpoint({
  ...base,
  name: 'getScaffoldTelemetry',
  summary: 'Get scaffold counts',
  description:
    'Returns the number of scaffolds (generated projects), reported outcomes and repeated verifications of scaffold receipts of the organization in the last 24 hours.',
  route: 'GET /telemetry/scaffold',
  responses: {
    200: {
      description: 'Counts of the last 24 hours',
      schema: z
        .object({
          window_hours: z.literal(24),
          runs: z.int().describe('Number of scaffolds, including failed ones'),
          failed: z.int().describe('Number of scaffolds that failed with an internal error'),
          by_pattern: z.array(
            z.object({
              pattern: z.string(),
              version: z.string(),
              runs: z.int(),
              deployed: z.int().describe('Number of reported outcomes with status `deployed`'),
              failed: z.int().describe('Number of reported outcomes with status `failed`'),
            }),
          ),
          p50_ms: z.int().nullable().describe('Median duration in milliseconds; null without scaffolds'),
          p95_ms: z
            .int()
            .nullable()
            .describe('95th percentile of the duration in milliseconds; null without scaffolds'),
          replays: z.object({ checked: z.int(), mismatched: z.int() }),
        })
        .meta({ id: 'ScaffoldTelemetry' }),
    },
  },
})

export const getClassifyTelemetry = endpoint({
  ...base,
  name: 'getClassifyTelemetry',
  summary: 'Get classification counts',
  description:
    'Returns the number of classifications of the organization in the last 24 hours, and the most recent classifications. Each intention appears only as its SHA-256.',
  route: 'GET /telemetry/classify',
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(500).default(50).describe('Maximum number of recent classifications'),
    }),
  },
  responses: {
    200: {
      description: 'Counts of the last 24 hours',
      schema: z
        .object({
          total: z.int(),
          by_method: Counts,
          by_confidence: Counts,
          by_pattern: Counts.describe('Number of classifications by pattern, without those that used a deck'),
          tier2_share: z
            .number()
            .describe('Share of classifications that are uncertain, so that a person or a model should choose, 0 to 1'),
          recent: z.array(
            z.object({
              at: z.iso.datetime(),
              pattern: z.string(),
              confidence: z.string(),
              method: z.string(),
              vocab_score: z.number(),
              intention_sha256: z.string(),
            }),
          ),
        })
        .meta({ id: 'ClassifyTelemetry' }),
    },
  },
})

export const getHarnessTelemetry = endpoint({
  ...base,
  name: 'getHarnessTelemetry',
  summary: 'Get pipeline counts',
  description:
    'Returns the number of pipeline runs of the organization in the last 24 hours, and the number of their steps by kind.',
  route: 'GET /telemetry/harness',
  responses: {
    200: {
      description: 'Counts of the last 24 hours',
      schema: z
        .object({
          runs: z.int(),
          failed: z.int(),
          by_step: z.record(z.string(), z.object({ runs: z.int(), failed: z.int() })),
        })
        .meta({ id: 'HarnessTelemetry' }),
    },
  },
})

export const getSimTelemetry = endpoint({
  ...base,
  name: 'getSimTelemetry',
  summary: 'Get the result of the deck test',
  description:
    'Returns the latest nightly test of the built-in decks: the number of readings per deck, the cards that were never drawn, and whether the frequency of the first drawn cards matches their weights (chi-squared test).',
  route: 'GET /telemetry/sim',
  responses: {
    200: {
      description: 'The result of the latest test',
      schema: z
        .object({
          at: z.iso.datetime().nullable().describe('Time of the test; null before the first test'),
          decks: z.array(DeckTest),
        })
        .meta({ id: 'SimTelemetry' }),
    },
  },
})
