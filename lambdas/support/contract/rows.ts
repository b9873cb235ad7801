import { confirmationLinkRow } from '@signet/notifications/support/confirmation-link-row'
import { contactRow, ticketRow } from '@signet/notifications/support/message-rows'
import { subscriberRows } from '@signet/notifications/support/subscriber-rows'

export const rows = [contactRow, ticketRow, ...subscriberRows, confirmationLinkRow]
