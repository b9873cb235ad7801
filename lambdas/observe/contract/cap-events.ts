import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const Projected = z
  .object({
    org_id: z.string(),
    worker_name: z.string(),
    day: z.string().describe('Day in UTC'),
    used: z.int(),
    projected: z.int().describe('Projected events by midnight UTC, at the rate since the last midnight'),
    daily_limit: z.int(),
  })
  .meta({ id: 'ObserveCapProjection' })

export const observeCapContract = defineContract({
  name: 'observe-cap',
  version: '1.0.0',
  description: 'The events of a worker in one UTC day, as published in events.',
  schema: Projected,
  operations: {
    warn: {
      kind: 'command',
      description:
        'The worker has sent more than 80% of its daily limit, or is projected to exceed the limit by midnight UTC.',
      emits: ['observe-cap.projected'],
    },
  },
  events: { 'observe-cap.projected': Projected },
  surfaces: {},
  authority: { warn: 'internal' },
})
