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
  summary: 'Scaffolds of a day',
  description: 'Runs of the organization in the last 24 hours, and readings that were done again.',
  route: 'GET /telemetry/scaffold',
  responses: {
    200: {
      description: 'Counts',
      schema: z
        .object({
          window_hours: z.literal(24),
          runs: z.int(),
          failed: z.int(),
          by_pattern: z.array(
            z.object({
              pattern: z.string(),
              version: z.string(),
              runs: z.int(),
              deployed: z.int(),
              failed: z.int(),
            }),
          ),
          p50_ms: z.int().nullable(),
          p95_ms: z.int().nullable(),
          replays: z.object({ checked: z.int(), mismatched: z.int() }),
        })
        .meta({ id: 'ScaffoldTelemetry' }),
    },
  },
})

export const getClassifyTelemetry = endpoint({
  ...base,
  name: 'getClassifyTelemetry',
  summary: 'Classifications of a day',
  description: 'Of the organization, in the last 24 hours. Intentions are named by their SHA-256 alone.',
  route: 'GET /telemetry/classify',
  request: { query: z.strictObject({ limit: z.int().min(1).max(500).default(50).describe('Recent ones') }) },
  responses: {
    200: {
      description: 'Counts',
      schema: z
        .object({
          total: z.int(),
          by_method: Counts,
          by_confidence: Counts,
          by_pattern: Counts.describe('Without those by a deck'),
          tier2_share: z.number().describe('Share for which somebody else had better choose'),
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
  summary: 'Pipelines of a day',
  description: 'Runs of the organization in the last 24 hours, by what their steps use.',
  route: 'GET /telemetry/harness',
  responses: {
    200: {
      description: 'Counts',
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
  summary: 'Self-test of decks',
  description:
    'The last nightly test of the decks that are built in: readings of each, cards that never came, and whether first cards come as often as their weights say (chi-squared, with its probability).',
  route: 'GET /telemetry/sim',
  responses: {
    200: {
      description: 'The test',
      schema: z
        .object({
          at: z.iso.datetime().nullable().describe('null before the first test'),
          decks: z.array(DeckTest),
        })
        .meta({ id: 'SimTelemetry' }),
    },
  },
})
