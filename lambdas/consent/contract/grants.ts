import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { browser, form, page } from './consent.ts'

const tags = ['agents']
const location = { description: 'Where to go', schema: z.string() }
const CREDITS_MAX = 1_000_000

/** The credits of a budget. */
export const Budget = z.int().min(0).max(CREDITS_MAX)

const Grant = z
  .object({
    id: z.string(),
    client: z.object({
      id: z.string(),
      name: z.string().nullable().describe('As it calls itself'),
      domain: z.string().nullable().describe('That vouches for it; null: nobody does'),
      home: z.string().nullable().describe('Its home page, where its domain vouches for it'),
    }),
    service: z.string().describe('Address of the service that it may use'),
    organisation: z.string(),
    scopes: z.array(z.string()),
    budget: z.int().nullable().describe('Credits in all; null: as many as the account has'),
    spent: z.int(),
    left: z.int().nullable().describe('null: as many as the account has'),
    created_at: z.iso.datetime(),
    used_at: z.iso.datetime().describe('When it last asked for access'),
  })
  .meta({ id: 'AgentGrant' })
export type ListedGrant = z.infer<typeof Grant>

const params = z.object({ id: z.string().max(100) })

export const listGrants = endpoint({
  name: 'listGrants',
  summary: 'Agents that may act for you',
  description:
    'Those that the signed-in person has let in, used last first: what each may do, has spent and may still spend.',
  tags,
  route: 'GET /api/agents/grants',
  authority: 'session',
  responses: { 200: { description: 'All of them', schema: z.object({ grants: z.array(Grant) }) } },
  errors: ['forbidden'],
})

export const revokeGrant = endpoint({
  name: 'revokeGrant',
  summary: 'Shut an agent out',
  description:
    'From now on it gets no token, makes nothing and buys nothing. With a token that it has it may still read, for 15 minutes at most.',
  tags,
  route: 'DELETE /api/agents/grants/:id',
  authority: 'session',
  idempotent: true,
  request: { params },
  responses: { 204: { description: 'It is shut out' } },
  errors: ['not_found', 'forbidden'],
})

export const setGrantBudget = endpoint({
  name: 'setGrantBudget',
  summary: 'Change what an agent may spend',
  description:
    'The budget in all, from the beginning: what was spent counts on it. Less than was spent ends its spending.',
  tags,
  route: 'PUT /api/agents/grants/:id/budget',
  authority: 'session',
  idempotent: true,
  request: {
    params,
    body: z.strictObject({ budget: Budget.nullable().describe('Credits; null: as many as the account has') }),
    maxBodyBytes: 1_024,
  },
  responses: { 200: { description: 'The grant as it is now', schema: Grant } },
  errors: ['not_found', 'forbidden'],
})

export const showGrants = endpoint({
  name: 'showGrants',
  summary: 'The page of agents',
  description: 'The same for people, with a form for each. Who is not signed in is led to where one signs in.',
  tags,
  route: 'GET /dashboard/agents',
  authority: 'open',
  request: {
    query: z.strictObject({
      notice: z.string().max(40).optional().describe('What has happened: revoked, changed, unknown'),
    }),
    headers: browser,
  },
  responses: {
    200: { description: 'HTML', ...page },
    302: { description: 'To the sign-in page', headers: { location } },
  },
})

export const changeGrant = endpoint({
  name: 'changeGrant',
  summary: 'What the buttons of the page do',
  description: 'Shuts an agent out, or changes its budget, and goes back to the page.',
  tags,
  route: 'POST /dashboard/agents',
  authority: 'session',
  request: form,
  responses: { 303: { description: 'Back to the page', headers: { location } } },
  errors: ['forbidden'],
})
