import type { Log, TableDeps } from '@signet/kernel'
import { type EventBus, eventBridgeBus } from '@signet/kernel/events'
import { endPublisher, eventPublisher, type PublishEnd, type PublishEvents } from './publish-end.ts'
import { publishedTable } from './published-table.ts'

interface Runtime extends Pick<TableDeps, 'db' | 'table'> {
  readonly env: { readonly EVENT_BUS_NAME: string }
  readonly clients: { readonly eventBridge: Parameters<typeof eventBridgeBus>[0]['client'] }
  readonly log: Pick<Log, 'warn'>
}

export interface EndPublishing {
  readonly publishEvents: PublishEvents
  readonly publishEnd: PublishEnd
}

export const endPublishing = (runtime: Runtime): EndPublishing => {
  const { env, clients, log } = runtime
  const bus: EventBus = eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME })
  const publishEvents = eventPublisher({ bus, log })
  return { publishEvents, publishEnd: endPublisher({ publishEvents, published: publishedTable(runtime), log }) }
}
