import { endpoint } from '@signet/contracts'
import { SIGNALS, type Signal } from '@signet/telemetry/signals'
import * as z from 'zod'
import { BODY_BYTES, tags } from './ingest.ts'

export const INFLATED_BYTES = 1_048_576

export const OTLP_MEDIA_TYPES = ['application/json', 'application/x-protobuf'] as const

const OtlpHeaders = z.object({
  'content-type': z.string().max(200).optional().describe('application/json or application/x-protobuf'),
  'content-encoding': z.string().max(200).optional().describe('gzip or identity'),
})

/** google.rpc.Status, as OTLP/HTTP asks (opentelemetry-proto, docs/specification.md, failures). */
const Status = z.object({
  code: z
    .int()
    .describe(
      'Of google.rpc.Code: 3 invalid, 5 not found, 7 forbidden, 8 exhausted, 13 ours, 14 later, 16 no credential',
    ),
  message: z.string(),
  details: z
    .array(z.looseObject({ '@type': z.string() }))
    .optional()
    .describe('Of 400, google.rpc.BadRequest, which names each field and its rule'),
})

const otlp = (signal: Signal) =>
  endpoint({
    name: `ingestOtlp${signal.charAt(0).toUpperCase()}${signal.slice(1)}`,
    summary: `Send ${signal} by OTLP`,
    description: `Takes ${signal} of OTLP/HTTP 1.x as JSON or protobuf, compressed by gzip or not: ${BODY_BYTES} bytes as they are sent, ${INFLATED_BYTES} inflated. Workers are known by \`service.name\`. What a limit of the plan or a rule refuses is a partial success, since clients would send it again after any other answer. Batches of 100 spans suit the limits: OTEL_BSP_MAX_EXPORT_BATCH_SIZE=100.`,
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
    responses: { 200: { description: 'It is taken, or a part of it', mediaTypes: OTLP_MEDIA_TYPES } },
    errors: ['unavailable'],
    refusals: { schema: Status, mediaTypes: OTLP_MEDIA_TYPES },
  })

export const [ingestOtlpTraces, ingestOtlpLogs, ingestOtlpMetrics] = SIGNALS.map(otlp) as [
  ReturnType<typeof otlp>,
  ReturnType<typeof otlp>,
  ReturnType<typeof otlp>,
]
