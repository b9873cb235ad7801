import * as z from 'zod'

export const paidRequestHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Idempotency key, stored for 24 hours. Use the same key for every retry of a request.'),
})

export const PAID_HEADERS = {
  'idempotent-replayed': {
    description: '`true` if the response repeats that of an earlier request with this key',
    schema: z.string().optional(),
  },
  'x-quota-warning': {
    description: 'Present when at least 80% of the scaffold quota is used: name, usage and limit of the quota',
    schema: z.string().optional(),
  },
}

export const PAID_ERRORS = ['quota_exceeded', 'idempotency_in_progress', 'idempotency_mismatch'] as const

export const scaffoldWarning = () =>
  z
    .object({ meter: z.literal('scaffolds'), used: z.int().min(0), limit: z.int().min(0) })
    .optional()
    .describe('Usage and limit of the scaffold quota. Present when at least 80% of the quota is used.')
