import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['agents']
const location = { description: 'Target of the redirect', schema: z.string() }
const CREDITS_MAX = 1_000_000

export const Budget = z.int().min(0).max(CREDITS_MAX)

/** Amount in US cents that an agent may charge to the saved card. */
export const PurchaseCents = z.int().min(0).max(100_000)

const Grant = z
  .object({
    id: z.string(),
    client: z.object({
      id: z.string(),
      name: z.string().nullable().describe('Name that the client gives itself; not verified'),
      domain: z.string().nullable().describe('Verified domain of the client; null: unverified'),
      home: z.string().nullable().describe('Home page of the client, only if its domain is verified'),
    }),
    service: z.string().describe('Address of the service that the agent may use'),
    organization: z.string(),
    scopes: z.array(z.string()),
    budget: z.int().nullable().describe('Total credits; null: limited only by the balance'),
    spent: z.int(),
    left: z.int().nullable().describe('Remaining credits; null: limited only by the balance'),
    purchase_cents_left: z
      .int()
      .nullable()
      .describe('Remaining amount in US cents that it may charge to the saved card; null: it cannot buy'),
    created_at: z.iso.datetime(),
    used_at: z.iso.datetime().describe('Time of its last request for a token'),
  })
  .meta({ id: 'AgentGrant' })
export type ListedGrant = z.infer<typeof Grant>

const params = z.object({ id: z.string().max(100) })

export const listGrants = endpoint({
  name: 'listGrants',
  summary: 'List authorized agents',
  description:
    'Agents that the signed-in user has authorized, most recently used first, with their rights, spending and remaining budget.',
  tags,
  route: 'GET /api/agent-grants',
  authority: 'session',
  responses: { 200: { description: 'All authorized agents', schema: z.object({ grants: z.array(Grant) }) } },
  errors: ['forbidden'],
})

export const revokeGrant = endpoint({
  name: 'revokeGrant',
  summary: 'Revoke an agent',
  description:
    'Revokes the grant at once: the agent gets no new token, creates nothing and buys nothing. With an existing token it can still read for up to 15 minutes.',
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
    'Sets the total budget of the grant, including earlier spending. A budget below the amount already spent stops its spending.',
  tags,
  route: 'PUT /api/agent-grants/:id/budget',
  authority: 'session',
  idempotent: true,
  request: {
    params,
    body: z.strictObject({
      budget: Budget.nullable().optional().describe('Credits; null: limited only by the balance; absent: unchanged'),
      purchase_cents: PurchaseCents.optional().describe(
        'Amount in US cents that it may charge to the saved card from now on; absent: unchanged',
      ),
    }),
    maxBodyBytes: 1_024,
  },
  responses: { 200: { description: 'The changed grant', schema: Grant } },
  errors: ['not_found', 'forbidden'],
})

export const showGrants = endpoint({
  name: 'showGrants',
  summary: 'Former address of the Agents page',
  description: 'Redirects to the Agents page of the console.',
  tags,
  route: 'GET /dashboard/agents',
  authority: 'open',
  request: { query: z.strictObject({ notice: z.string().max(40).optional().describe('Ignored') }) },
  responses: { 302: { description: 'Redirect to the console', headers: { location } } },
})
