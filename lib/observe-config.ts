import * as z from 'zod'

/** Settings of how our own functions are looked at (docs/observability.md). */
export const observeMembers = {
  /** Ids of people who may look at telemetry of our own functions; `*`, on a laptop only, is everybody signed in. */
  operators: z
    .string()
    .regex(/^(?:none|\*|[\w-]{1,100}(?:,[\w-]{1,100})*)$/, 'must be none, or ids of people, parted by commas'),
  /** The share of traces of our own functions that is kept, above 0 and up to 1; failures are kept all. */
  spanSample: z.coerce.number().gt(0).max(1),
  /** Base address of a collector that spans of our own functions are sent on to by OTLP/HTTP. */
  otlpEndpoint: z.url({ protocol: /^https?$/ }).optional(),
}
