import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const Check = z.object({
  status: z.enum(['pass', 'fail']),
  latency_ms: z.number().describe('Duration of the check in milliseconds; 0 if the service was not checked'),
})

export const getPlatformHealth = endpoint({
  name: 'getPlatformHealth',
  summary: 'Get the health of the platform',
  description:
    'Checks the authentication service, the scaffold runtime and the image service in parallel. A service that is not part of this deployment is reported as `fail` but does not degrade the health of the platform.',
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
      description:
        'At least one service of the deployment does not respond. The body has the same fields as a 200 response.',
    },
  ],
})
