import { EXPIRES_BY_ITSELF, idempotencyRow } from '@signet/kernel/idempotency-row'
import { oracleRow } from './oracle-row.ts'

export const flowKeyRow = idempotencyRow({
  name: 'Idempotency key of a flow, with its response',
  prefix: 'FLOWKEY#',
  partition: '<tenant>',
  owner: 'tenant',
  erasure: EXPIRES_BY_ITSELF,
})

export const rows = [flowKeyRow, oracleRow]
