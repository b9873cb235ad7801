import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import type { CloudEvent } from '@signet/contracts/events'
import { expect } from 'vitest'
import { sdkClient } from './sdk-client.ts'
import { testStack } from './test-stack.ts'

const bus = sdkClient((options) => new EventBridgeClient(options))

interface ArchivedEvent {
  readonly bus: string
  readonly event: { readonly source: string; readonly 'detail-type': string; readonly detail: CloudEvent }
}

const archivedEvents = async (): Promise<readonly ArchivedEvent[]> => {
  const { events } = (await (await fetch(`${testStack().control}/_local/events`)).json()) as {
    events: readonly ArchivedEvent[]
  }
  return events
}

/** Returns matching events that the bus received, oldest first. */
export const receivedEvents = async (matches: (event: CloudEvent) => boolean): Promise<readonly CloudEvent[]> =>
  (await archivedEvents()).map(({ event }) => event.detail).filter(matches)

/** Waits, up to a limit, until the bus has received a matching event. */
export const waitForEvent = async (matches: (event: CloudEvent) => boolean): Promise<CloudEvent> => {
  await expect.poll(async () => (await receivedEvents(matches)).length, { timeout: 20_000 }).toBeGreaterThan(0)
  const [receivedEvent] = await receivedEvents(matches)
  if (!receivedEvent) throw new Error('The event no longer exists')
  return receivedEvent
}

/** Puts an event on its bus again, like a relay that was interrupted. */
export const redeliver = async (event: CloudEvent): Promise<void> => {
  const archived = (await archivedEvents()).find(({ event: { detail } }) => detail.id === event.id)
  if (!archived) throw new Error(`${event.id} was never put`)
  const entry = {
    EventBusName: archived.bus,
    Source: event.source,
    DetailType: event.type,
    Detail: JSON.stringify(event),
  }
  await bus().send(new PutEventsCommand({ Entries: [entry] }))
}
