import { EXPIRES_BY_ITSELF, idempotencyRow } from '@signet/kernel/idempotency-row'

/** Keys of requests, with the answers that they had. */
export const consultationKeyRow = idempotencyRow({
  name: 'Idempotency key of a consultation, with its answer',
  prefix: 'CONSULT#',
  partition: '<tenant>',
  owner: 'tenant',
  erasure: EXPIRES_BY_ITSELF,
})
