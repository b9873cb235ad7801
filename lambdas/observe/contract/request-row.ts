import { rowKeys } from '@signet/kernel/row-kind'

export const onceRow = rowKeys({
  name: 'Part of a request that was counted',
  prefix: 'OBSONCE#',
  keys: { pk: '<tenant>', sk: '<request>#<part>' },
  owner: 'organization',
  exported: { none: 'a mark of a request' },
  kept: '10 minutes',
})
