import { defineContract, endpoint } from '@signet/contracts'
import * as z from 'zod'

const Ticket = z
  .object({
    id: z.string(),
    state: z.enum(['open', 'closed', 'archived']),
    title: z.string(),
    labels: z.array(z.string()),
    created_at: z.iso.datetime(),
    assignee: z.string().nullable(),
    due: z.string().optional(),
  })
  .meta({ id: 'Ticket', description: 'A request to the help desk.' })

const byId = z.object({ id: z.string().min(1).max(100) })

/**
 * An entity with every feature that a client and its handlers must support, and whose whole machine can be traversed.
 */
export const tickets = defineContract({
  name: 'ticket',
  version: '1.0.0',
  description: 'Tickets of a help desk.',
  schema: Ticket,
  operations: {
    create: {
      input: z.object({
        title: z.string().min(1).max(200),
        labels: z.array(z.string().max(20)).max(5).default([]),
        due: z.string().max(30).optional(),
      }),
      headers: z.object({ 'idempotency-key': z.string().max(100).optional() }),
      responses: {
        201: {
          description: 'The ticket was created.',
          schema: 'self',
          headers: { location: { description: 'The ticket.', schema: z.string() } },
        },
        200: { description: 'The ticket that an earlier request with this key created.', schema: 'self' },
      },
      idempotent: true,
    },
    get: { input: byId, errors: ['not_found'] },
    list: {
      input: z.object({
        label: z.array(z.string()).optional(),
        limit: z.int().min(1).max(100).default(20),
        cursor: z.string().max(100).optional(),
      }),
      output: z.object({ items: z.array(Ticket), next_cursor: z.string().nullable() }),
    },
    assign: { input: z.object({ id: z.string(), assignee: z.string().nullable() }), errors: ['not_found'] },
    close: { input: byId, errors: ['not_found'] },
    reopen: { input: byId, errors: ['not_found'] },
    archive: { input: byId, errors: ['not_found'] },
    delete: { input: byId, errors: ['not_found'] },
  },
  states: {
    field: 'state',
    initial: 'open',
    transitions: { open: { close: 'closed' }, closed: { reopen: 'open', archive: 'archived' }, archived: {} },
  },
  surfaces: {
    api: {
      basePath: '/v1',
      routes: {
        create: 'POST /tickets',
        get: 'GET /tickets/:id',
        list: 'GET /tickets',
        assign: 'POST /tickets/:id/assign',
        close: 'POST /tickets/:id/close',
        reopen: 'POST /tickets/:id/reopen',
        archive: 'POST /tickets/:id/archive',
        delete: 'DELETE /tickets/:id',
      },
    },
    db: { table: 'tickets', indexes: [] },
  },
  authority: {
    create: 'authenticated',
    get: 'public',
    list: 'authenticated',
    assign: 'scope:desk',
    close: 'authenticated',
    reopen: 'authenticated',
    archive: 'policy:lead',
    delete: 'session',
  },
})

/** Operations without an entity: bytes in, a stream out, a redirect, and names that clash between parts. */
export const deskEndpoints = {
  download_file: endpoint({
    name: 'download_file',
    description: 'Streams the file of a ticket.',
    route: 'GET /v1/files/:id',
    authority: 'open',
    request: { params: z.object({ id: z.string() }), headers: z.object({ 'if-none-match': z.string().optional() }) },
    responses: {
      200: { description: 'The bytes.', mediaTypes: ['application/octet-stream'], stream: true },
      304: { description: 'Unchanged.' },
    },
    errors: ['not_found'],
  }),
  upload_file: endpoint({
    name: 'upload_file',
    description: 'Stores the file of a ticket.',
    route: 'PUT /v1/files/:id',
    authority: 'open',
    request: { params: z.object({ id: z.string() }), bodyType: 'bytes', maxBodyBytes: 1000 },
    responses: { 204: { description: 'Stored.' } },
    idempotent: true,
  }),
  find_file: endpoint({
    name: 'find_file',
    description: 'Redirects to the file.',
    route: 'GET /v1/find',
    authority: 'open',
    request: { query: z.object({ name: z.string() }) },
    responses: {
      302: { description: 'The file was found.', headers: { location: { description: 'Where.', schema: z.string() } } },
    },
  }),
  copy_file: endpoint({
    name: 'copy_file',
    description: 'Copies a file to another ticket.',
    route: 'POST /v1/files/:id/copy',
    authority: 'open',
    request: { params: z.object({ id: z.string() }), body: z.object({ id: z.string(), note: z.string().optional() }) },
    responses: { 200: { description: 'The two IDs.', schema: z.object({ from: z.string(), to: z.string() }) } },
  }),
}
