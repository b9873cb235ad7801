import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { CycleCounts, CycleOutcome } from './event.ts'
import { Platform } from './monitor.ts'

const tags = ['sentiment']
const params = z.strictObject({ tenantId: z.string().min(1).max(63).describe('The tenant of the monitor') })
const read = { tags, authority: 'scope:sentiment:read' } as const

const page = z.strictObject({
  limit: z.int().min(1).max(100).default(20).describe('Entries a page'),
  cursor: z.string().max(500).optional().describe('nextCursor of the previous page'),
})

const Cycle = z.object({
  cycleId: z.iso.datetime().describe('When it was due'),
  platform: Platform,
  outcome: CycleOutcome,
  counts: CycleCounts,
  accepted: z.int().describe('Events that the endpoint has accepted'),
  dead: z.int().describe('Events not accepted within 24 hours'),
  endedAt: z.iso.datetime(),
})

const Listening = z.object({
  platform: Platform,
  source: z.string(),
  lastCycle: z.iso.datetime().nullable(),
  waitsUntil: z.iso.datetime().nullable().describe('Time before which the platform is not asked'),
  halted: CycleOutcome.nullable().describe('The platform refuses this version of the monitor: change it'),
  backlog: z.int().describe('Queries with older mentions still to be read'),
  spentTodayUsd: z.number(),
})

export const listCycles = endpoint({
  name: 'listSentimentCycles',
  summary: 'Get the progress of a monitor',
  description:
    'The next run, the state of platforms and endpoint, and the last cycles with their counts, newest first.',
  ...read,
  route: 'GET /api/sentiment/monitors/:tenantId/cycles',
  request: { params, query: page },
  responses: {
    200: {
      description: 'A page of cycles, and the present state',
      schema: z.object({
        nextRun: z.iso.datetime().nullable().describe('null: it is paused'),
        platforms: z.array(Listening),
        endpoint: z.object({
          state: z.enum(['closed', 'open', 'disabled']).describe('open: nothing is sent before openUntil'),
          failures: z.int().describe('Consecutive failed attempts'),
          openUntil: z.iso.datetime().nullable(),
        }),
        cycles: z.array(Cycle),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

const WaitingBatch = z.object({
  batchId: z.string(),
  cycleId: z.iso.datetime(),
  platform: Platform,
  events: z.int().describe('0: the manifest of a cycle'),
  attempts: z.int(),
  lastStatus: z.int().nullable().describe('Last status of the endpoint; null: no answer'),
  nextAttemptAt: z.iso.datetime().nullable().describe('Time of the next attempt; null: none'),
  endsAt: z.iso.datetime().describe('Expiry'),
})

export const listBatches = endpoint({
  name: 'listSentimentBatches',
  summary: 'List batches that are not accepted yet',
  description: 'Oldest first: pending batches, or the dead ones.',
  ...read,
  route: 'GET /api/sentiment/monitors/:tenantId/batches',
  request: {
    params,
    query: page.extend({
      state: z
        .enum(['pending', 'dead'])
        .default('dead')
        .describe('dead: not accepted within 24 hours; kept for four days more'),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({ batches: z.array(WaitingBatch), nextCursor: z.string().nullable() }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const redriveBatches = endpoint({
  name: 'redriveSentimentBatches',
  summary: 'Redeliver dead batches',
  description:
    'Dead batches are attempted for another 24 hours, and the circuit of the endpoint is closed. Event ids stay the same.',
  tags,
  authority: 'scope:sentiment:write',
  rate: { requests: 60, window: '1h', by: 'tenant' },
  route: 'POST /api/sentiment/monitors/:tenantId/redrive',
  request: { params, body: z.strictObject({}).default({}), maxBodyBytes: 1_024 },
  responses: {
    202: { description: 'The batches will be sent', schema: z.object({ redriven: z.int().describe('Batches') }) },
  },
  errors: ['not_found', 'unavailable'],
})
