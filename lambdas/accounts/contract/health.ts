import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const Check = z.object({
  status: z.enum(['pass', 'fail']),
  latency_ms: z.number().describe('Duration of the check; 0 if the service was not checked'),
})

export const getPlatformHealth = endpoint({
  name: 'getPlatformHealth',
  summary: 'Get the health of the platform',
  description:
    'Checks the authentication service, the scaffold runtime and the image service in parallel. A service that this deployment does not have is reported as `fail`, but does not degrade the platform.',
  tags: ['health'],
  route: 'GET /api/health',
  authority: 'open',
  responses: {
    200: {
      description: 'All services of the deployment respond',
      schema: z.object({
        status: z.enum(['healthy', 'degraded']),
        checks: z.object({ auth_service: Check, scaffold_runtime: Check, image_service: Check }),
        latency_ms: z.number(),
        timestamp: z.iso.datetime(),
      }),
    },
  },
  errors: [
    {
      code: 'degraded',
      status: 503,
      description: 'A service does not respond. The body has all members of a 200 response',
    },
  ],
})
