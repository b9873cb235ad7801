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
    data: z.string().describe('Kind of data'),
    ttl_seconds: z.int().describe('Retention time in seconds'),
    counted_from: z.enum(['creation', 'job_completion']).describe('Event at which the retention time starts'),
  })

export const getRetentionPolicy = endpoint({
  name: 'getRetentionPolicy',
  summary: 'Get the retention policy',
  description:
    'Returns the retention policy: the kinds of data, their retention times, and how to delete data earlier.',
  tags: ['service'],
  route: 'GET /v2/retention-policy',
  authority: 'open',
  responses: {
    200: {
      description: 'The current policy',
      schema: z.object({
        generated_images: retentionRule(),
        transient_inputs: retentionRule(),
        job_history: retentionRule(),
        deletion: z.string().describe('Description of how to delete a job before its retention ends'),
      }),
    },
  },
})
