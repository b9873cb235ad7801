import { EXPIRES_BY_ITSELF, idempotencyRow } from '@signet/kernel/idempotency-row'

export const consultationKeyRow = idempotencyRow({
  name: 'Idempotency key of a consultation, with its response',
  prefix: 'CONSULT#',
  partition: '<tenant>',
  owner: 'tenant',
  erasure: EXPIRES_BY_ITSELF,
})
