import * as z from 'zod'

/** Settings for the observation of the platform's own functions (docs/observability.md). */
export const observeMembers = {
  /** IDs of users who may read the telemetry of the platform's functions; `*`, on a laptop only, permits all users. */
  operators: z
    .string()
    .regex(/^(?:none|\*|[\w-]{1,100}(?:,[\w-]{1,100})*)$/, 'must be none, or user IDs separated by commas'),
  /**
   * Share of traces of the platform's functions that is stored, above 0 and up to 1; failed traces are always stored.
   */
  spanSample: z.coerce.number().gt(0).max(1),
  /** Base address of a collector that receives spans of the platform's functions by OTLP/HTTP. */
  otlpEndpoint: z.url({ protocol: /^https?$/ }).optional(),
}
