import { rowKeys } from '@signet/kernel/row-kind'

export const onceRow = rowKeys({
  name: 'Part of a request that was counted',
  prefix: 'OBSONCE#',
  keys: { pk: '<tenant>', sk: '<request>#<part>' },
  kept: '10 minutes',
})
