import { idempotencyRow } from '@signet/kernel/idempotency-row'

/** Keys of requests, with the answers that they had. */
export const flowKeyRow = idempotencyRow({
  name: 'Idempotency key of a flow, with its answer',
  prefix: 'FLOWKEY#',
  owner: '<tenant>',
})
