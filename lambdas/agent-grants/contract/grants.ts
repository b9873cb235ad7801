import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['agents']
const location = { description: 'Redirect target', schema: z.string() }
const CREDITS_MAX = 1_000_000

export const Budget = z.int().min(0).max(CREDITS_MAX)

/** Amount in US cents that an agent may charge to the saved card. */
export const PurchaseCents = z.int().min(0).max(100_000)

const Grant = z
  .object({
    id: z.string(),
    client: z.object({
      id: z.string(),
      name: z.string().nullable().describe('Name that the client reports; null if none. The name is not verified.'),
      domain: z.string().nullable().describe('Verified domain of the client; null if unverified'),
      home: z.string().nullable().describe('Home page of the client; null unless its domain is verified'),
    }),
    service: z.string().describe('URL of the service that the agent can use'),
    organization: z.string().describe('ID of the organization that the agent acts for'),
    scopes: z.array(z.string()),
    budget: z.int().nullable().describe('Total budget in credits; null if only the credit balance limits spending'),
    spent: z.int().describe('Credits that the agent has spent so far'),
    left: z
      .int()
      .nullable()
      .describe('Remaining credits of the budget; null if only the credit balance limits spending'),
    purchase_cents_left: z
      .int()
      .nullable()
      .describe(
        'Remaining amount in US cents that the agent can charge to the saved card; null if it cannot make purchases',
      ),
    created_at: z.iso.datetime(),
    used_at: z.iso.datetime().describe("Time of the agent's last token request"),
  })
  .meta({ id: 'AgentGrant' })
export type ListedGrant = z.infer<typeof Grant>

const params = z.object({ id: z.string().max(100).describe('Grant ID, from `GET /api/agent-grants`') })

export const listGrants = endpoint({
  name: 'listGrants',
  summary: 'List authorized agents',
  description:
    'Lists the agents that the signed-in user has authorized, most recently used first, with their permissions, spending and remaining budget.',
  tags,
  route: 'GET /api/agent-grants',
  authority: 'session',
  responses: { 200: { description: 'Authorized agents', schema: z.object({ grants: z.array(Grant) }) } },
  errors: ['forbidden'],
})

export const revokeGrant = endpoint({
  name: 'revokeGrant',
  summary: "Revoke an agent's access",
  description:
    'Revokes the grant immediately: the agent gets no new tokens and can no longer create or buy anything. With an existing token, it can still read data for up to 15 minutes.',
  tags,
  route: 'DELETE /api/agent-grants/:id',
  authority: 'session',
  idempotent: true,
  request: { params },
  responses: { 204: { description: 'The grant was revoked' } },
  errors: ['not_found', 'forbidden'],
})

export const setGrantBudget = endpoint({
  name: 'setGrantBudget',
  summary: "Change an agent's budget",
  description:
    'Sets the total budget of the grant, which includes earlier spending. If the budget is lower than the amount already spent, the agent can no longer spend credits.',
  tags,
  route: 'PUT /api/agent-grants/:id/budget',
  authority: 'session',
  idempotent: true,
  request: {
    params,
    body: z.strictObject({
      budget: Budget.nullable()
        .optional()
        .describe(
          'Total budget in credits. If null, only the credit balance limits spending. If absent, the budget is unchanged.',
        ),
      purchase_cents: PurchaseCents.optional().describe(
        'Amount in US cents that the agent can charge to the saved card from now on. If absent, the amount is unchanged.',
      ),
    }),
    maxBodyBytes: 1_024,
  },
  responses: { 200: { description: 'The grant with its new budget', schema: Grant } },
  errors: ['not_found', 'forbidden'],
})

export const showGrants = endpoint({
  name: 'showGrants',
  summary: 'Redirect from the former Agents page',
  description: 'Redirects to the Agents page of the console.',
  tags,
  route: 'GET /dashboard/agents',
  authority: 'open',
  request: { query: z.strictObject({ notice: z.string().max(40).optional().describe('Ignored') }) },
  responses: { 302: { description: 'Redirect to the console', headers: { location } } },
})
