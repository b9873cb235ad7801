import type { FlagSet } from '@signet/flags/dynamodb'
import type { Clock, Log } from '@signet/kernel'
import type { FlagSetTable } from '../sets/flag-set-table.ts'
import { flagOf } from '../sets/stored-flag.ts'
import { advanceFlag } from './advance-flag.ts'
import { type ObserveDeps, observeCanary } from './observe-canary.ts'

export const canaryDriver = ({
  sets,
  now,
  log,
  ...guards
}: ObserveDeps & { readonly sets: FlagSetTable; readonly now: Clock; readonly log: Log }) => ({
  read: async (set: FlagSet, key: string) => flagOf(await sets.read(set), key),
  advance: advanceFlag({ sets, observe: observeCanary(guards), now, log }),
})
