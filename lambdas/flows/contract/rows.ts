import { EXPIRES_BY_ITSELF, idempotencyRow } from '@signet/kernel/idempotency-row'
import { oracleRow } from './oracle-row.ts'

/** Keys of requests, with the answers that they had. */
export const flowKeyRow = idempotencyRow({
  name: 'Idempotency key of a flow, with its answer',
  prefix: 'FLOWKEY#',
  partition: '<tenant>',
  owner: 'tenant',
  erasure: EXPIRES_BY_ITSELF,
})

/** Rows of flows. */
export const rows = [flowKeyRow, oracleRow]
