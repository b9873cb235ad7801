import { reply } from '@signet/contracts'
import { cloudEvent } from '@signet/contracts/events'
import { type Clock, type NewId, type Route, type RowTable, route, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import type { contactRow } from '@signet/notifications/support/message-rows'
import { contactMessageContract, sendContact } from '../contract/contact.ts'

export interface ContactDeps extends TableDeps {
  readonly contacts: RowTable<typeof contactRow>
  readonly outbox: Outbox
  readonly newId: NewId
  readonly now: Clock
}

/** Stores a message with its event in one transaction, so that support is notified whatever fails afterwards. */
export const contactRoute = ({ contacts, outbox, newId, ...deps }: ContactDeps): Route =>
  route(sendContact, async ({ body }) => {
    const time = deps.now()
    const id = newId()
    const received_at = time.toISOString()
    const data = { message_id: id, received_at }
    const event = cloudEvent(contactMessageContract, 'contact-message.received', { entity: id, version: 1, time, data })
    const putStep = contacts.steps.putNew({ day: received_at.slice(0, 10), id }, { ...body, id, received_at })
    await transact<void>(deps, async () => ({ steps: [putStep, ...outbox.steps([event])], result: undefined }))
    await outbox.publish([event])
    return reply(201, { id, received_at })
  })
