import { cloudEvent } from '@signet/contracts/events'
import { rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { confirmationLinkRow } from '@signet/notifications/support/confirmation-link-row'
import { subscriberRow, subscriptionRequestRow } from '@signet/notifications/support/subscriber-rows'
import { subscriberContract } from '../contract/subscribe.ts'

interface SubscriberInput {
  readonly email: string
  readonly name?: string | undefined
}

export interface NewRequest extends SubscriberInput {
  readonly subscriber: string
  readonly request: string
  readonly baseUrl: string
}

export interface SubscriberTableDeps extends TableDeps {
  readonly outbox: Outbox
}

const personFields = ({ email, name }: SubscriberInput) => ({ email, ...(name === undefined ? {} : { name }) })

/** Builds an event. Its version is the time, because a subscriber has no version after the row was deleted. */
const subscriberEvent = (event: 'subscriber.confirmed' | 'subscriber.unsubscribed', subscriber: string, time: Date) => {
  const data = { subscriber_id: subscriber, changed_at: time.toISOString() }
  return cloudEvent(subscriberContract, event, { entity: subscriber, version: time.getTime(), time, data })
}

const confirmer = ({ outbox, ...deps }: SubscriberTableDeps) => {
  const requests = rowTable(subscriptionRequestRow, deps)
  const links = rowTable(confirmationLinkRow, deps)
  const subscribers = rowTable(subscriberRow, deps)
  return async (digest: string): Promise<boolean> => {
    const { result, emitted } = await transact(deps, async () => {
      const link = await links.get({ digest })
      if (!link) return { result: { result: false, emitted: [] } }
      const { subscriber, request } = link
      const [row, pending] = await Promise.all([subscribers.get({ subscriber }), requests.get({ subscriber, request })])
      if (link.state === 'used') return { result: { result: row !== undefined, emitted: [] } }
      // The address was erased.
      if (!pending) return { result: { result: false, emitted: [] } }
      const time = deps.now()
      const markUsed = links.steps.transition({ digest }, { field: 'state', from: ['open'], to: 'used' })
      // Another link has already confirmed the subscription, so no event is emitted.
      if (row) return { steps: [markUsed], result: { result: true, emitted: [] } }
      const events = [subscriberEvent('subscriber.confirmed', subscriber, time)]
      const putStep = subscribers.steps.putNew({ subscriber }, { ...personFields(pending), since: time.toISOString() })
      return { steps: [markUsed, putStep, ...outbox.steps(events)], result: { result: true, emitted: events } }
    })
    await outbox.publish(emitted)
    return result
  }
}

export const subscriberTable = ({ outbox, ...deps }: SubscriberTableDeps) => {
  const requests = rowTable(subscriptionRequestRow, deps)
  const subscribers = rowTable(subscriberRow, deps)
  return {
    /** Stores a subscription request. Its evaluation is asynchronous, so that a known address takes the same time. */
    async request({ subscriber, request, baseUrl, ...subscriberInput }: NewRequest): Promise<void> {
      const time = deps.now()
      const data = { subscriber_id: subscriber, request_id: request, requested_at: time.toISOString() }
      const eventFields = { entity: request, version: 1, time, data }
      const events = [cloudEvent(subscriberContract, 'subscriber.requested', eventFields)]
      const putStep = requests.steps.putNew(
        { subscriber, request },
        { ...personFields(subscriberInput), base_url: baseUrl },
      )
      await transact<void>(deps, async () => ({ steps: [putStep, ...outbox.steps(events)], result: undefined }))
      await outbox.publish(events)
    },

    /** Confirms a subscription. Returns false if the link is unknown, or the subscriber has unsubscribed since. */
    confirm: confirmer({ outbox, ...deps }),

    /** Removes a subscriber. An unknown subscriber is not an error. */
    async remove(subscriber: string): Promise<void> {
      const emitted = await transact(deps, async () => {
        const row = await subscribers.get({ subscriber })
        if (!row) return { result: [] }
        const events = [subscriberEvent('subscriber.unsubscribed', subscriber, deps.now())]
        const removal = subscribers.steps.remove({ subscriber }, { since: row.since })
        return { steps: [removal, ...outbox.steps(events)], result: events }
      })
      await outbox.publish(emitted)
    },
  }
}
export type SubscriberTable = ReturnType<typeof subscriberTable>
