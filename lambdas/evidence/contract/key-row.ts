import { idempotencyRow } from '@signet/kernel/idempotency-row'

/** Keys of requests, with the answers that they had as JSON. Texts are in them: they are erased with their organization. */
export const evidenceKeyRow = idempotencyRow({
  name: 'Idempotency key of a revision, with its answer',
  prefix: 'EVIDENCE#',
  partition: '<org>',
  owner: 'organization',
})
