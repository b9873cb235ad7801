import { rowKeys } from '@signet/kernel/row-kind'

/** The end of a model as its provider announces it. One partition, always read as a whole. */
export const lifecycleRow = rowKeys({
  name: 'Announced end of a model',
  prefix: 'MODEL#',
  keys: { pk: 'lifecycle', sk: 'MODEL#<model>' },
  owner: 'platform',
  retention: 'for ever',
})
