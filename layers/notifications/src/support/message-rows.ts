import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const contactRow = rowKind({
  name: 'Contact message',
  prefix: 'CONTACT#',
  keys: { pk: '<day>', sk: 'MESSAGE#<id>' },
  owner: 'person',
  erasure: { by: 'messages are found by their mail address' },
  exported: { file: 'messages' },
  keep: { days: 180 },
  schema: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    message: z.string(),
    received_at: z.string(),
  }),
})

export const ticketRow = rowKind({
  name: 'Support ticket of a user',
  prefix: 'TICKET#',
  keys: { pk: '<user>', sk: 'OPENED#<id>' },
  owner: 'person',
  exported: { file: 'tickets' },
  keep: { days: 730 },
  schema: z.object({
    id: z.string(),
    subject: z.string(),
    message: z.string(),
    status: z.literal('open'),
    created_at: z.string(),
  }),
})
