import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const Check = z.object({
  status: z.enum(['pass', 'fail']),
  latency_ms: z.number().describe('How long the answer took; 0 where nobody was asked'),
})

export const getPlatformHealth = endpoint({
  name: 'getPlatformHealth',
  summary: 'Whether the platform and its siblings are up',
  description:
    'Asks the authentication service, the scaffold runtime and the image service at once. A sibling that this deployment does not have is told as fail and does not make the platform degraded.',
  tags: ['health'],
  route: 'GET /api/health',
  authority: 'open',
  responses: {
    200: {
      description: 'Everything that the deployment has answers',
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
