import { EXPIRES_BY_ITSELF, idempotencyRow } from '@signet/kernel/idempotency-row'
import { imageCountRow } from './image-rows.ts'

export const rows = [
  imageCountRow,
  idempotencyRow({
    name: 'Idempotency key of a request for an image',
    prefix: imageCountRow.prefix,
    partition: imageCountRow.keys.pk,
    owner: 'tenant',
    erasure: EXPIRES_BY_ITSELF,
  }),
]
