import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { type CloudEvent, eventBridgeEntry } from '@signet/contracts/events'
import { chunksOf } from '../index.ts'

/** Entries that PutEvents takes at once. Ten events of 64 KiB stay below its limit of a megabyte. */
export const BATCH = 10

export interface EventBus {
  /**
   * Sends in the given order.
   * @returns the events that the bus accepted; the others were refused one by one.
   * @throws if a call failed as a whole, so that it is unknown which events were accepted.
   */
  send(events: readonly CloudEvent[]): Promise<readonly CloudEvent[]>
}

/** A bus of EventBridge. Source and detail type are those of the CloudEvent, which is the detail as a whole. */
export const eventBridgeBus = ({
  client,
  name,
}: {
  readonly client: Pick<EventBridgeClient, 'send'>
  readonly name: string
}): EventBus => ({
  async send(events) {
    const taken: CloudEvent[] = []
    for (const batch of chunksOf(events, BATCH)) {
      const Entries = batch.map((event) => eventBridgeEntry(event, name))
      const answer = await client.send(new PutEventsCommand({ Entries }))
      taken.push(...batch.filter((_, i) => answer.Entries?.[i]?.EventId !== undefined))
    }
    return taken
  },
})
