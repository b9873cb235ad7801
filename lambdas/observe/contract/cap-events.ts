import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const CapProjection = z
  .object({
    org_id: z.string(),
    worker_name: z.string(),
    day: z.string().describe('Day in UTC'),
    used: z.int(),
    projected: z
      .int()
      .describe('Projected number of events by the next midnight UTC, at the rate since the last midnight'),
    daily_limit: z.int(),
  })
  .meta({ id: 'ObserveCapProjection' })

export const observeCapContract = defineContract({
  name: 'observe-cap',
  version: '1.0.0',
  description: 'Daily event counts of workers.',
  schema: CapProjection,
  operations: {
    warn: {
      kind: 'command',
      description:
        'The worker has used more than 80% of its daily event limit, or is projected to exceed the limit by midnight UTC.',
      emits: ['observe-cap.projected'],
    },
  },
  events: { 'observe-cap.projected': CapProjection },
  surfaces: {},
  authority: { warn: 'internal' },
})
