import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const Note = z.object({ id: z.string(), state: z.enum(['draft', 'sent']), text: z.string() }).meta({ id: 'Note' })
const byId = z.object({ id: z.string().min(1) })

export const notes = defineContract({
  name: 'note',
  version: '1.0.0',
  description: 'A note that can be sent once.',
  schema: Note,
  operations: {
    create: { input: z.object({ text: z.string().max(500) }) },
    get: { input: byId, errors: ['not_found'] },
    list: {
      input: z.object({ cursor: z.string().optional() }),
      output: z.object({ items: z.array(Note), next_cursor: z.string().nullable() }),
    },
    send: { input: byId, errors: ['not_found'] },
  },
  states: { field: 'state', initial: 'draft', transitions: { draft: { send: 'sent' }, sent: {} } },
  surfaces: {
    api: {
      basePath: '/v1',
      routes: { create: 'POST /notes', get: 'GET /notes/:id', list: 'GET /notes', send: 'POST /notes/:id/send' },
    },
    db: { table: 'notes', indexes: [] },
  },
  authority: { create: 'authenticated', get: 'public', list: 'public', send: 'scope:send' },
})
