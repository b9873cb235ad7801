import { defineContract, endpoint, nameText } from '@signet/contracts'
import * as z from 'zod'

export const sendContact = endpoint({
  name: 'sendContact',
  summary: 'Send a contact message',
  description:
    'Accepts a message from an anonymous client and stores it for 180 days. Rejected requests do not count against the rate limit.',
  tags: ['contact'],
  route: 'POST /api/contact',
  authority: 'open',
  rate: { requests: 3, window: '1h', by: 'address', counts: 'accepted' },
  request: {
    body: z.strictObject({
      name: nameText(100),
      email: z.email().max(254).describe('Email address for the reply'),
      message: z.string().min(1).max(5_000).regex(/\S/, 'must not be empty'),
    }),
    maxBodyBytes: 32_768,
  },
  responses: {
    201: { description: 'The message was stored', schema: z.object({ id: z.string(), received_at: z.iso.datetime() }) },
  },
  errors: ['unavailable'],
})

/** Event payload of a message, without its text. */
const Received = z.object({ message_id: z.string(), received_at: z.iso.datetime() }).meta({ id: 'ContactMessageEvent' })

export const contactMessageContract = defineContract({
  name: 'contact-message',
  version: '1.0.0',
  description: 'Contact message events.',
  schema: Received,
  operations: {
    receive: { kind: 'command', description: 'A contact message was accepted.', emits: ['contact-message.received'] },
  },
  events: { 'contact-message.received': Received },
  surfaces: {},
  authority: { receive: 'internal' },
})
