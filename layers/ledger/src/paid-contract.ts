import * as z from 'zod'

/** The header of a request that takes a credit: `Idempotency-Key`. */
export const paidRequestHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Use the same key for every retry of one request; it is remembered for 24 hours'),
})

/** The headers of an answer that took a credit. */
export const PAID_HEADERS = {
  'idempotent-replayed': {
    description: 'true when an earlier request with this key did the work',
    schema: z.string().optional(),
  },
  'x-quota-warning': {
    description: 'From 80 percent of the cycle’s scaffolds on: meter, use and limit',
    schema: z.string().optional(),
  },
}

/** The codes of a request that takes a credit, beside those of its work. */
export const PAID_ERRORS = ['quota_exceeded', 'idempotency_in_progress', 'idempotency_mismatch'] as const

/** The member of such an answer that tells its payer of a quota that is nearly used up. */
export const scaffoldWarning = () =>
  z
    .object({ meter: z.literal('scaffolds'), used: z.int().min(0), limit: z.int().min(0) })
    .optional()
    .describe('From 80 percent of the cycle’s scaffolds on')
