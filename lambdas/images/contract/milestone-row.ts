import { rowKeys } from '@signet/kernel/row-kind'

/** The counters of the community milestone. */
export const milestoneRow = rowKeys({
  name: 'Community milestone',
  prefix: 'MILESTONE#',
  keys: { pk: 'frontier', sk: 'MILESTONE' },
  owner: 'platform',
  kept: 'for ever',
})
