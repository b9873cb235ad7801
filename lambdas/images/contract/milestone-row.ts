import { rowKeys } from '@signet/kernel/row-kind'

export const milestoneRow = rowKeys({
  name: 'Community milestone',
  prefix: 'MILESTONE#',
  keys: { pk: 'frontier', sk: 'MILESTONE' },
  owner: 'platform',
  retention: 'permanent',
})
