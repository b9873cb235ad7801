import { defineContract, endpoint, nameText } from '@signet/contracts'
import * as z from 'zod'

const tags = ['support']

const Ticket = z.object({
  id: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.literal('open'),
  created_at: z.iso.datetime(),
})

const text = (max: number) => z.string().min(1).max(max).regex(/\S/, 'must not be empty')

export const openTicket = endpoint({
  name: 'openTicket',
  summary: 'Open a support ticket',
  description:
    'Opens a support ticket for the signed-in user and stores it for two years. Rejected requests do not count against the rate limit.',
  tags,
  route: 'POST /api/support/tickets',
  authority: 'session',
  rate: { requests: 5, window: '1h', by: 'user', counts: 'accepted' },
  request: { body: z.strictObject({ subject: nameText(200), message: text(10_000) }), maxBodyBytes: 65_536 },
  responses: { 201: { description: 'The ticket was opened', schema: Ticket } },
  errors: ['forbidden', 'unavailable'],
})

export const listTickets = endpoint({
  name: 'listTickets',
  summary: 'List your support tickets',
  description: 'Returns support tickets of the signed-in user, newest first.',
  tags,
  route: 'GET /api/support/tickets',
  authority: 'session',
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Maximum number of tickets per page'),
      cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of tickets',
      schema: z.object({ tickets: z.array(Ticket), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['forbidden', 'unavailable'],
})

/** Event payload of a ticket, without its text. */
const Opened = z
  .object({ ticket_id: z.string(), user_id: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'SupportTicketEvent' })

export const supportTicketContract = defineContract({
  name: 'support-ticket',
  version: '1.0.0',
  description: 'Support ticket events.',
  schema: Opened,
  operations: {
    open: { kind: 'command', description: 'A user opened a support ticket.', emits: ['support-ticket.opened'] },
  },
  events: { 'support-ticket.opened': Opened },
  surfaces: {},
  authority: { open: 'internal' },
})
