import { rowKeys } from '@signet/kernel/row-kind'

/** The announced end of a model. All rows are in one partition, which is read in one query. */
export const lifecycleRow = rowKeys({
  name: 'Announced end of a model',
  prefix: 'MODEL#',
  keys: { pk: 'lifecycle', sk: 'MODEL#<model>' },
  owner: 'platform',
  retention: 'permanent',
})
