import { endpoint, type RateDefinition } from '@signet/contracts'
import { IngestBody } from '@signet/telemetry/schemas'
import * as z from 'zod'

export const tags = ['observe']

export const READS: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'observe' }

/** Largest body in bytes: of JSON, and of OTLP before decompression (spec platform-api 8). */
export const BODY_BYTES = 65_536

/** Maximum clock skew: how far a worker's clock may be ahead. */
export const CLOCK_SKEW_MAX_MS = 300_000

export const WORKER_LIMIT = {
  code: 'worker_limit',
  status: 403,
  description:
    'The organization has reached the worker limit of its plan. Remove a worker or upgrade the plan; `tier`, `limit` and `upgrade` contain the details.',
}

export const ingestTelemetry = endpoint({
  name: 'ingestTelemetry',
  summary: 'Send telemetry from a worker',
  description:
    'Stores metrics, spans, logs and alerts of one worker (a service that sends telemetry). All records are stored or none, except for metric points that exceed the series limit of the plan. A span without a parent is the root of a trace. A body that is repeated within ten minutes counts once. Each record counts as one event of the worker on that UTC day. A worker counts against the worker limit of the plan until it is removed or has sent nothing for seven days. Worker names that start with `internal:` are reserved.',
  tags,
  route: 'POST /api/observe/ingest',
  authority: 'scope:observe:write',
  idempotent: true,
  rate: { requests: 6_000, window: '1m', by: 'caller', pool: 'observe-ingest' },
  request: { body: IngestBody, maxBodyBytes: BODY_BYTES },
  responses: {
    202: {
      description: 'The telemetry was accepted',
      schema: z.object({
        ok: z.literal(true),
        metrics_rejected: z
          .int()
          .optional()
          .describe(
            "Number of metric points that were rejected because the worker has reached the plan's series limit for the UTC day",
          ),
      }),
      headers: {
        'x-ingest-advice': {
          description: '`batch` if the worker sends fewer than ten events per request',
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
        'The worker has reached its daily event limit. `tier`, `dailyLimit`, `used`, `upgrade` and `retryable: false` contain the details. Retry after midnight UTC; `Retry-After` is the number of seconds until then.',
    },
    'unavailable',
  ],
})
