import { readUse } from '@signet/flags/dynamodb'
import type { Log, TableDeps } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { flagSetTable } from '../sets/flag-set-table.ts'
import { cloudWatchAlarms } from './alarm-states.ts'
import { canaryDriver } from './driver.ts'
import { exposedCounts } from './exposed-counts.ts'

interface Runtime extends TableDeps {
  readonly env: { readonly EVENT_BUS_NAME: string }
  readonly clients: {
    readonly eventBridge: Parameters<typeof functionOutbox>[0]['clients']['eventBridge']
    readonly cloudWatch: Parameters<typeof cloudWatchAlarms>[0]
  }
  readonly log: Log
}

export const wiredDriver = (runtime: Runtime) => {
  const { now, log, clients } = runtime
  return canaryDriver({
    sets: flagSetTable({ ...runtime, outbox: functionOutbox(runtime) }),
    alarmStates: cloudWatchAlarms(clients.cloudWatch),
    exposedCounts: exposedCounts((set, key, since) => readUse({ ...runtime, set }, key, since)),
    now,
    log,
  })
}
