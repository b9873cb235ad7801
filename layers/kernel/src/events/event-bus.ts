import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { type CloudEvent, eventBridgeEntry } from '@signet/contracts/events'
import { chunksOf } from '../index.ts'

/** Maximum entries of PutEvents. Ten events of 64 KiB are below its limit of one megabyte. */
export const BATCH = 10

export interface EventBus {
  /**
   * Sends events in the given order.
   * @returns the events that the bus accepted; the others were rejected individually
   * @throws if a whole call failed, so that it is unknown which events were accepted
   */
  send(events: readonly CloudEvent[]): Promise<readonly CloudEvent[]>
}

/** An EventBridge bus. Source and detail type are those of the CloudEvent, which is the whole detail. */
export const eventBridgeBus = ({
  client,
  name,
}: {
  readonly client: Pick<EventBridgeClient, 'send'>
  readonly name: string
}): EventBus => ({
  async send(events) {
    const accepted: CloudEvent[] = []
    for (const batch of chunksOf(events, BATCH)) {
      const Entries = batch.map((event) => eventBridgeEntry(event, name))
      const result = await client.send(new PutEventsCommand({ Entries }))
      accepted.push(...batch.filter((_, index) => result.Entries?.[index]?.EventId !== undefined))
    }
    return accepted
  },
})
