import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['agents']
const location = { description: 'Where to go', schema: z.string() }
const CREDITS_MAX = 1_000_000

export const Budget = z.int().min(0).max(CREDITS_MAX)

/** US cents that an agent may charge to the saved card. */
export const PurchaseCents = z.int().min(0).max(100_000)

const Grant = z
  .object({
    id: z.string(),
    client: z.object({
      id: z.string(),
      name: z.string().nullable().describe('Name of the client, by its own claim'),
      domain: z.string().nullable().describe('Domain that vouches for it; null: none'),
      home: z.string().nullable().describe('Its home page, if its domain vouches for it'),
    }),
    service: z.string().describe('Address of the service that it may use'),
    organization: z.string(),
    scopes: z.array(z.string()),
    budget: z.int().nullable().describe('Total credits; null: no limit below the balance'),
    spent: z.int(),
    left: z.int().nullable().describe('Remaining credits; null: no limit below the balance'),
    purchase_cents_left: z
      .int()
      .nullable()
      .describe('US cents that it may still charge to the saved card; null: it may not buy'),
    created_at: z.iso.datetime(),
    used_at: z.iso.datetime().describe('Time of its last request for access'),
  })
  .meta({ id: 'AgentGrant' })
export type ListedGrant = z.infer<typeof Grant>

const params = z.object({ id: z.string().max(100) })

export const listGrants = endpoint({
  name: 'listGrants',
  summary: 'List authorized agents',
  description:
    'Agents that the signed-in person has authorized, most recently used first: their rights, spending and remaining budget.',
  tags,
  route: 'GET /api/agent-grants',
  authority: 'session',
  responses: { 200: { description: 'All of them', schema: z.object({ grants: z.array(Grant) }) } },
  errors: ['forbidden'],
})

export const revokeGrant = endpoint({
  name: 'revokeGrant',
  summary: 'Revoke an agent',
  description:
    'The agent gets no new token, creates nothing and buys nothing. With an existing token it may still read, for at most 15 minutes.',
  tags,
  route: 'DELETE /api/agent-grants/:id',
  authority: 'session',
  idempotent: true,
  request: { params },
  responses: { 204: { description: 'The agent is revoked' } },
  errors: ['not_found', 'forbidden'],
})

export const setGrantBudget = endpoint({
  name: 'setGrantBudget',
  summary: 'Change the budget of an agent',
  description:
    'The total budget since the beginning, including earlier spending. A budget below that ends its spending.',
  tags,
  route: 'PUT /api/agent-grants/:id/budget',
  authority: 'session',
  idempotent: true,
  request: {
    params,
    body: z.strictObject({
      budget: Budget.nullable().optional().describe('Credits; null: no limit below the balance; absent: as it is'),
      purchase_cents: PurchaseCents.optional().describe(
        'US cents that it may charge to the saved card from now on; absent: as it is',
      ),
    }),
    maxBodyBytes: 1_024,
  },
  responses: { 200: { description: 'The changed grant', schema: Grant } },
  errors: ['not_found', 'forbidden'],
})

export const showGrants = endpoint({
  name: 'showGrants',
  summary: 'Former address of the page of agents',
  description: 'Redirects to the console, which has replaced it.',
  tags,
  route: 'GET /dashboard/agents',
  authority: 'open',
  request: { query: z.strictObject({ notice: z.string().max(40).optional().describe('Ignored') }) },
  responses: { 302: { description: 'To the console', headers: { location } } },
})
