import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const Check = z.object({
  status: z.enum(['pass', 'fail']),
  latency_ms: z.number().describe('Time of the check; 0 if there was none'),
})

export const getPlatformHealth = endpoint({
  name: 'getPlatformHealth',
  summary: 'Health of the platform and its siblings',
  description:
    'Checks the authentication service, the scaffold runtime and the image service at once. A sibling that this deployment does not have is reported as fail and does not make the platform degraded.',
  tags: ['health'],
  route: 'GET /api/health',
  authority: 'open',
  responses: {
    200: {
      description: 'All services of the deployment answer',
      schema: z.object({
        status: z.enum(['healthy', 'degraded']),
        checks: z.object({ auth_service: Check, scaffold_runtime: Check, image_service: Check }),
        latency_ms: z.number(),
        timestamp: z.iso.datetime(),
      }),
    },
  },
  errors: [
    { code: 'degraded', status: 503, description: 'A sibling does not answer; the body has all members of a 200' },
  ],
})
