import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { CycleCounts, CycleOutcome } from './event.ts'
import { Platform } from './monitor.ts'

const tags = ['sentiment']
const params = z.strictObject({ tenantId: z.string().min(1).max(63).describe('`tenantId` of the monitor') })
const readAccess = { tags, authority: 'scope:sentiment:read' } as const

const pageQuery = z.strictObject({
  limit: z.int().min(1).max(100).default(20).describe('Maximum number of items per page'),
  cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
})

const Cycle = z.object({
  cycleId: z.iso.datetime().describe('Scheduled time of the cycle'),
  platform: Platform,
  outcome: CycleOutcome,
  counts: CycleCounts,
  accepted: z.int().describe('Number of events that your endpoint has accepted'),
  dead: z.int().describe('Number of events that were not accepted within 24 hours'),
  endedAt: z.iso.datetime(),
})

const PlatformProgress = z.object({
  platform: Platform,
  source: z.string(),
  lastCycle: z.iso.datetime().nullable(),
  waitsUntil: z.iso
    .datetime()
    .nullable()
    .describe('Time until which the platform is not queried; null if it can be queried'),
  halted: CycleOutcome.nullable().describe(
    'Reason why collection from the platform has stopped for this version of the monitor; null if it has not stopped. Update the monitor to continue.',
  ),
  backlog: z.int().describe('Number of queries that have older mentions to collect'),
  spentTodayUsd: z.number().describe('Cost of reading from the platform in the current UTC day, in US dollars'),
})

export const listCycles = endpoint({
  name: 'listSentimentCycles',
  summary: 'Get the progress of a sentiment monitor',
  description:
    'Returns the time of the next collection cycle, the state of the platforms and of your endpoint (which receives the events), and the latest cycles with their counts, newest first.',
  ...readAccess,
  route: 'GET /api/sentiment/monitors/:tenantId/cycles',
  request: { params, query: pageQuery },
  responses: {
    200: {
      description: 'A page of cycles, and the current state',
      schema: z.object({
        nextRun: z.iso.datetime().nullable().describe('Time of the next cycle; null if the monitor is paused'),
        platforms: z.array(PlatformProgress),
        endpoint: z.object({
          state: z
            .enum(['closed', 'open', 'disabled'])
            .describe(
              'State of the circuit breaker of your endpoint. If the breaker is open, no batches are sent before `openUntil`.',
            ),
          failures: z.int().describe('Number of consecutive failed attempts'),
          openUntil: z.iso.datetime().nullable(),
        }),
        cycles: z.array(Cycle),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

const BatchSummary = z.object({
  batchId: z.string(),
  cycleId: z.iso.datetime(),
  platform: Platform,
  events: z.int().describe('Number of events; 0 for the manifest of a cycle'),
  attempts: z.int(),
  lastStatus: z.int().nullable().describe('Last HTTP status of your endpoint; null if it has not responded'),
  nextAttemptAt: z.iso.datetime().nullable().describe('Time of the next attempt; null if no attempt is scheduled'),
  endsAt: z.iso.datetime().describe('Time after which the batch is deleted'),
})

export const listBatches = endpoint({
  name: 'listSentimentBatches',
  summary: 'List undelivered event batches',
  description: "Returns event batches that the monitor's endpoint has not accepted, oldest first.",
  ...readAccess,
  route: 'GET /api/sentiment/monitors/:tenantId/batches',
  request: {
    params,
    query: pageQuery.extend({
      state: z
        .enum(['pending', 'dead'])
        .default('dead')
        .describe(
          'Filter by state. `dead`: your endpoint did not accept the batch within 24 hours; it is stored for another four days.',
        ),
    }),
  },
  responses: {
    200: {
      description: 'A page of batches',
      schema: z.object({ batches: z.array(BatchSummary), nextCursor: z.string().nullable() }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const redriveBatches = endpoint({
  name: 'redriveSentimentBatches',
  summary: 'Redeliver dead batches',
  description:
    'Retries dead batches (those that your endpoint did not accept within 24 hours) for another 24 hours and closes the circuit breaker of your endpoint. Event IDs stay the same.',
  tags,
  authority: 'scope:sentiment:write',
  rate: { requests: 60, window: '1h', by: 'tenant' },
  route: 'POST /api/sentiment/monitors/:tenantId/redrive',
  request: { params, body: z.strictObject({}).default({}), maxBodyBytes: 1_024 },
  responses: {
    202: {
      description: 'The batches were scheduled for redelivery',
      schema: z.object({ redriven: z.int().describe('Number of scheduled batches') }),
    },
  },
  errors: ['not_found', 'unavailable'],
})
