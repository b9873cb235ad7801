import { rowKeys } from '@signet/kernel/row-kind'

/** What a provider says of the end of a model; one partition, read whole. */
export const lifecycleRow = rowKeys({
  name: 'What a provider says of the end of a model',
  prefix: 'MODEL#',
  keys: { pk: 'lifecycle', sk: 'MODEL#<model>' },
  kept: 'for ever',
})
