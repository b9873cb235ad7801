import { confirmationLinkRow } from './confirmation-link-row.ts'
import { contactRow, ticketRow } from './message-rows.ts'
import { subscriberRows } from './subscriber-rows.ts'

export const rows = [contactRow, ticketRow, ...subscriberRows, confirmationLinkRow]
