import { defineContract, endpoint } from '@signet/contracts'
import * as z from 'zod'

export const sendContact = endpoint({
  name: 'sendContact',
  summary: 'Write to us',
  description: 'Takes a message of anybody; it is kept for 180 days. Only messages that are taken count.',
  tags: ['contact'],
  route: 'POST /api/contact',
  authority: 'open',
  rate: { requests: 3, window: '1h', by: 'address', counts: 'accepted' },
  request: {
    body: z.strictObject({
      name: z.string().min(1).max(100).regex(/\S/, 'must not be empty'),
      email: z.email().max(254).describe('Where an answer goes'),
      message: z.string().min(1).max(5_000).regex(/\S/, 'must not be empty'),
    }),
    maxBodyBytes: 32_768,
  },
  responses: {
    201: { description: 'It is kept', schema: z.object({ id: z.string(), received_at: z.iso.datetime() }) },
  },
  errors: ['unavailable'],
})

/** A message in events, without its text. */
const Received = z
  .object({ message_id: z.string(), received_at: z.iso.datetime() })
  .meta({ id: 'ReceivedContactMessage' })

/** Events of messages. */
export const contactMessageContract = defineContract({
  name: 'contact-message',
  version: '1.0.0',
  description: 'A message of somebody, as events tell of it.',
  schema: Received,
  operations: {
    receive: { kind: 'command', description: 'sendContact has taken it.', emits: ['contact-message.received'] },
  },
  events: { 'contact-message.received': Received },
  surfaces: {},
  authority: { receive: 'internal' },
})
