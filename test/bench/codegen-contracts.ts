import { defineContract } from '@signet/contracts'
import * as z from 'zod'

export const CONTRACTS = 20

const states = ['draft', 'open', 'closed', 'cancelled'] as const

/** Returns the schemas of one resource, the same for every side of the comparison. */
export const resourceSchemas = (index: number) => {
  const Entity = z
    .object({
      id: z.uuid(),
      state: z.enum(states),
      title: z.string().min(1).max(120),
      owner: z.email(),
      amount_cents: z.int().min(0).max(1_000_000),
      ratio: z.number().min(0).max(1).nullable(),
      tags: z.array(z.string().min(1).max(20)).max(10),
      kind: z.enum(['small', 'medium', 'large']),
      address: z.object({ street: z.string(), city: z.string(), zip: z.string().regex(/^\d{5}$/) }),
      created_at: z.iso.datetime(),
      closed_at: z.iso.datetime().nullable(),
      note: z.string().max(500).optional(),
    })
    .meta({ id: `Resource${index}` })
  const Create = Entity.omit({ id: true, state: true, created_at: true, closed_at: true }).meta({
    id: `CreateResource${index}`,
  })
  const Update = z.object({ title: z.string().min(1).max(120).optional(), note: z.string().max(500).optional() })
  const Id = z.object({ id: z.uuid() })
  const Query = z.object({
    state: z.enum(states).optional(),
    limit: z.int().min(1).max(100).default(20),
    cursor: z.string().max(200).optional(),
  })
  const Page = z.object({ items: z.array(Entity), next_cursor: z.string().nullable() })
  return { Entity, Create, Update, Id, Query, Page }
}

/** Returns a contract of six operations. */
export const resourceContract = (index: number) => {
  const { Entity, Create, Update, Id, Query, Page } = resourceSchemas(index)
  return defineContract({
    name: `resource${index}`,
    version: '1.0.0',
    description: `Resource number ${index}.`,
    schema: Entity,
    operations: {
      create: { input: Create, emits: ['created'], errors: ['conflict'] },
      get: { input: Id, errors: ['not_found'] },
      list: { input: Query, output: Page },
      update: { input: z.object({ ...Id.shape, ...Update.shape }), errors: ['not_found'] },
      publish: { input: Id, transition: { from: 'draft', to: 'open' }, errors: ['not_found'] },
      close: { input: Id, emits: ['closed'], errors: ['not_found'] },
    },
    states: {
      field: 'state',
      initial: 'draft',
      terminal: ['closed', 'cancelled'],
      transitions: {
        draft: { publish: 'open', close: 'cancelled' },
        open: { close: 'closed' },
        closed: {},
        cancelled: {},
      },
    },
    surfaces: {
      api: {
        basePath: `/resources${index}`,
        routes: {
          create: 'POST /',
          get: 'GET /:id',
          list: 'GET /',
          update: 'PATCH /:id',
          publish: 'POST /:id/publish',
          close: 'POST /:id/close',
        },
      },
      db: { table: `resources${index}`, indexes: [['state', 'created_at'], ['owner']] },
    },
    authority: {
      create: 'authenticated',
      get: 'public',
      list: 'authenticated',
      update: 'authenticated',
      publish: 'authenticated',
      close: 'authenticated',
    },
  })
}
