import { endpoint } from '@signet/contracts'
import { SIGNALS, type Signal } from '@signet/telemetry/signals'
import * as z from 'zod'
import { BODY_BYTES, tags } from './ingest.ts'

/** Maximum bytes of a body after decompression. */
export const INFLATED_BYTES = 1_048_576

export const OTLP_MEDIA_TYPES = ['application/json', 'application/x-protobuf'] as const

const OtlpHeaders = z.object({
  'content-type': z.string().max(200).optional().describe('`application/json` or `application/x-protobuf`'),
  'content-encoding': z.string().max(200).optional().describe('`gzip` or `identity`'),
})

/** google.rpc.Status, as OTLP/HTTP requires for failures (opentelemetry-proto, docs/specification.md). */
const Status = z.object({
  code: z
    .int()
    .describe(
      'google.rpc.Code: 3 invalid argument, 5 not found, 7 permission denied, 8 resource exhausted, 13 internal, 14 unavailable, 16 unauthenticated',
    ),
  message: z.string(),
  details: z
    .array(z.looseObject({ '@type': z.string() }))
    .optional()
    .describe('For status 400: google.rpc.BadRequest with each invalid field and its error'),
})

const BATCH_HINT = ' Batches of 100 spans fit the body limit: set `OTEL_BSP_MAX_EXPORT_BATCH_SIZE=100`.'

const otlpEndpoint = (signal: Signal) =>
  endpoint({
    name: `ingestOtlp${signal.charAt(0).toUpperCase()}${signal.slice(1)}`,
    summary: `Send ${signal} over OTLP`,
    description: `Accepts ${signal} in OTLP/HTTP 1.x format as JSON or protobuf, optionally compressed with gzip. The body limit is ${BODY_BYTES / 1_024} KiB as sent and ${INFLATED_BYTES / 1_048_576} MiB after decompression. \`service.name\` identifies the worker. Records that exceed a plan limit or break a rule are rejected in a partial-success response (200), so that clients do not resend the batch.${signal === 'traces' ? BATCH_HINT : ''}`,
    tags,
    route: `POST /v1/${signal}`,
    authority: 'scope:observe:write',
    idempotent: true,
    rate: { requests: 6_000, window: '1m', by: 'caller', pool: 'observe-ingest' },
    request: {
      headers: OtlpHeaders,
      bodyType: 'bytes',
      mediaTypes: OTLP_MEDIA_TYPES,
      maxBodyBytes: BODY_BYTES,
    },
    stream: true,
    responses: {
      200: {
        description: `The ${signal} were accepted, except for those that the response counts as rejected`,
        mediaTypes: OTLP_MEDIA_TYPES,
      },
    },
    errors: ['unavailable'],
    refusals: { schema: Status, mediaTypes: OTLP_MEDIA_TYPES },
  })

export const [ingestOtlpTraces, ingestOtlpLogs, ingestOtlpMetrics] = SIGNALS.map(otlpEndpoint) as [
  ReturnType<typeof otlpEndpoint>,
  ReturnType<typeof otlpEndpoint>,
  ReturnType<typeof otlpEndpoint>,
]
