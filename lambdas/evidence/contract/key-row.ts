import { idempotencyRow } from '@signet/kernel/idempotency-row'

/**
 * Idempotency keys with their responses as JSON. The responses contain texts, so they are erased with their
 * organization.
 */
export const evidenceKeyRow = idempotencyRow({
  name: 'Idempotency key of a revision, with its response',
  prefix: 'EVIDENCE#',
  partition: '<org>',
  owner: 'organization',
})
