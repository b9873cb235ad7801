import type { Log, TableDeps } from '../index.ts'
import { eventBridgeBus } from './event-bus.ts'
import { type Outbox, outbox } from './outbox.ts'
import { outboxTable } from './outbox-table.ts'

interface Publishing extends TableDeps {
  readonly env: { readonly EVENT_BUS_NAME: string }
  readonly clients: { readonly eventBridge: Parameters<typeof eventBridgeBus>[0]['client'] }
  readonly log: Log
}

export const functionOutbox = (runtime: Publishing): Outbox => {
  const { clients, env, log } = runtime
  const bus = eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME })
  return outbox({ table: outboxTable(runtime), bus, log })
}
