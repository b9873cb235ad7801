import { rowKeys } from '../table/row-kind.ts'

/** A counter of a subject's usage in one period. Reservations are attributes of the same row, one for each request. */
export const quotaCounter = rowKeys({
  name: 'Usage of one meter by one subject in one period',
  prefix: 'USE#',
  keys: { pk: '<subject>', sk: '<meter>#<period>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'a counter' },
  retention: '7 days after its period',
})
