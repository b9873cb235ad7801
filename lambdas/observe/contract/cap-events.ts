import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const Projected = z
  .object({
    org_id: z.string(),
    worker_name: z.string(),
    day: z.string().describe('Of UTC'),
    used: z.int(),
    projected: z.int().describe('Events by midnight of UTC, if it goes on as it has since the last one'),
    daily_limit: z.int(),
  })
  .meta({ id: 'ObserveCapProjection' })

export const observeCapContract = defineContract({
  name: 'observe-cap',
  version: '1.0.0',
  description: 'The events of a worker in a day of UTC, in events.',
  schema: Projected,
  operations: {
    warn: {
      kind: 'command',
      description: 'The worker has sent more than 80 % of its day, or will send more than its day by midnight.',
      emits: ['observe-cap.projected'],
    },
  },
  events: { 'observe-cap.projected': Projected },
  surfaces: {},
  authority: { warn: 'internal' },
})
