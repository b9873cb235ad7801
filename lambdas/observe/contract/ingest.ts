import { endpoint, type RateDefinition } from '@signet/contracts'
import { IngestBody } from '@signet/telemetry/schemas'
import * as z from 'zod'

export const tags = ['observe']

export const READS: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'observe' }

/** The largest body of JSON, and of OTLP as it is sent (spec platform-api 8). */
export const BODY_BYTES = 65_536

/** How far clocks of workers may be ahead of ours. */
export const AHEAD_MS = 300_000

export const WORKER_LIMIT = {
  code: 'worker_limit',
  status: 403,
  description: 'The plan has no room for another worker: `tier`, `limit` and `upgrade` say so.',
}

export const ingestTelemetry = endpoint({
  name: 'ingestTelemetry',
  summary: 'Send telemetry of a worker',
  description:
    'Takes metrics, spans, logs and alerts of one worker, all or none. Spans without a parent are traces. The same body within ten minutes counts once. Each record counts as an event of the worker in a day of UTC. A worker holds a place of the plan until it is removed or has sent nothing for seven days. Names that begin with `internal:` are ours.',
  tags,
  route: 'POST /api/observe/ingest',
  authority: 'scope:observe:write',
  idempotent: true,
  rate: { requests: 6_000, window: '1m', by: 'caller', pool: 'observe-ingest' },
  request: { body: IngestBody, maxBodyBytes: BODY_BYTES },
  responses: {
    202: {
      description: 'It is taken',
      schema: z.object({
        ok: z.literal(true),
        metrics_rejected: z
          .int()
          .optional()
          .describe(
            'Points that are not taken: the worker has as many series as the plan lets it have in a day of UTC',
          ),
      }),
      headers: {
        'x-ingest-advice': {
          description: '`batch` where the worker sends fewer than ten events a request',
          schema: z.string(),
        },
      },
    },
  },
  errors: [
    WORKER_LIMIT,
    {
      code: 'daily_limit',
      status: 429,
      description:
        'The worker has sent its events of the day: `tier`, `dailyLimit`, `used`, `upgrade` and `retryable: false` say so. Retry-After is the seconds to midnight of UTC.',
    },
    'unavailable',
  ],
})
