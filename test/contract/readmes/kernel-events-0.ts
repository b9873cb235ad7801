import type { CloudEvent } from '@signet/contracts/events'
import { type EventBus, outbox, outboxTable } from '@signet/kernel/events'
import type { Log, TableDeps } from '@signet/kernel'

type Deps = Pick<TableDeps, 'db' | 'table'> & { readonly bus: EventBus; readonly log: Log }

export const emitter = ({ db, table, bus, log }: Deps) => {
  const events = outbox({ table: outboxTable({ db, table }), bus, log })
  return {
    /** Writes for the transaction of the change. */
    steps: (emitted: readonly CloudEvent[]) => events.steps(emitted),
    /** Call it after the commit. */
    publish: (emitted: readonly CloudEvent[]) => events.publish(emitted),
  }
}

export {}
