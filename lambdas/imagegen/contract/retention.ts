import { endpoint } from '@signet/contracts'
import * as z from 'zod'

/** Retention times (spec image-service 2.6). Table, bucket and policy all read them from here. */
export const RETENTION = {
  imageDays: 30,
  jobDays: 30,
  transientInputHours: 24,
} as const

const retentionRule = () =>
  z.object({
    data: z.string().describe('What is kept'),
    ttl_seconds: z.int().describe('How long, in seconds'),
    counted_from: z.enum(['creation', 'job_completion']),
  })

export const getRetentionPolicy = endpoint({
  name: 'getRetentionPolicy',
  summary: 'How long data is kept',
  description: 'The authoritative statement of retention: what is kept, for how long, and how to delete it at once.',
  tags: ['service'],
  route: 'GET /v2/retention-policy',
  authority: 'open',
  responses: {
    200: {
      description: 'The policy in force',
      schema: z.object({
        generated_images: retentionRule(),
        transient_inputs: retentionRule(),
        job_history: retentionRule(),
        deletion: z.string().describe('How to remove a job before its time'),
      }),
    },
  },
})
