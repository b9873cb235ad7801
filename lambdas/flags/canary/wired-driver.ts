import { type EventBus, outbox, outboxTable } from '@signet/events'
import { readUse } from '@signet/flags/dynamodb'
import { type Log, systemClock, type TableDeps } from '@signet/kernel'
import { flagSetTable } from '../sets/flag-set-table.ts'
import type { AlarmStates } from './alarm-states.ts'
import { canaryDriver } from './driver.ts'
import { exposedCounts } from './exposed-counts.ts'

interface Wiring extends Pick<TableDeps, 'db' | 'table'> {
  readonly bus: EventBus
  readonly alarmStates: AlarmStates
  readonly log: Log
}

/** The driver of canaries over the table, as the state machine and the sweep use it. */
export const wiredDriver = ({ db, table, bus, alarmStates, log }: Wiring) => {
  const now = systemClock
  return canaryDriver({
    sets: flagSetTable({ db, table, now, outbox: outbox({ table: outboxTable({ db, table }), bus, log }) }),
    alarmStates,
    exposedCounts: exposedCounts((set, key, since) => readUse({ db, table, set, now }, key, since)),
    now,
    log,
  })
}
