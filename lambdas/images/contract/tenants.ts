import { endpoint, nameText } from '@signet/contracts'
import { JOB_STATES, QualityTier } from '@signet/imaging/schemas/vocabulary'
import { QUALITY_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

export const GRACE_SECONDS_MAX = 86_400

const PLANS = ['free', 'pack', 'pro', 'agency'] as const

/** Scopes that a tenant's key can have. `billing:purchase` must be requested explicitly. */
const KEY_SCOPES = ['generate', 'read', 'billing:purchase'] as const

const tenantShape = () => ({
  tenant_id: z.uuid(),
  name: z.string().nullable().describe('Name of the tenant, set at creation; null if it has no name'),
  api_key_prefix: z.string().describe('First characters of the API key'),
  scopes: z.array(z.string()).describe('Scopes of the key: `generate`, `read`, `billing:purchase`'),
  tier: z.enum(PLANS).describe('Plan of the billing account, which all tenants of a user share'),
  daily_budget: z.int().nullable().describe('Credits that the key can use per UTC day; null if unlimited'),
  created_at: z.iso.datetime(),
  rotated_at: z.iso.datetime().nullable().describe('Time of the last key rotation; null if never rotated'),
})

/** A tenant as listings show it (spec image-service 2.3), without its key. */
const Tenant = z.object(tenantShape()).meta({ id: 'Tenant' })

const rawKey = () => z.string().describe('Raw API key, returned only in this response and in its replays')

const NewTenant = z.object({ ...tenantShape(), api_key: rawKey() }).meta({ id: 'NewTenant' })
export type NewTenant = z.infer<typeof NewTenant>

const RotatedTenant = z
  .object({
    ...tenantShape(),
    api_key: rawKey(),
    old_key_valid_until: z.iso
      .datetime()
      .nullable()
      .describe('Expiry time of the old key; null if it was revoked immediately'),
  })
  .meta({ id: 'RotatedTenantKey' })
export type RotatedTenant = z.infer<typeof RotatedTenant>

const credits = (description: string) => z.int().min(0).describe(description)
const countsOf = <const Words extends readonly string[]>(names: Words, description: string) =>
  z
    .object(Object.fromEntries(names.map((word) => [word, z.int().min(0)])) as Record<Words[number], z.ZodInt>)
    .describe(description)

const entry = () =>
  z.object({
    type: z
      .string()
      .describe(
        'Type of the entry: `welcome`, `capture`, `release`, `pack`, `gift`, `renewal`, `end`, `expiry` or `clawback`',
      ),
    ref: z
      .string()
      .nullable()
      .describe(
        'ID of the job, payment, invoice, subscription or refund. For jobs, null if the request uses the key of a tenant whose account has other tenants.',
      ),
    at: z.iso.datetime(),
    lines: z
      .array(z.object({ from: z.string(), to: z.string(), credits: z.int().min(0) }))
      .describe('Movements of credits, each from one bucket or account to another'),
  })

const cycle = () =>
  z.object({
    starts_at: z.iso.datetime(),
    ends_at: z.iso.datetime(),
    used: credits('Credits used or reserved in this cycle'),
    limit: credits('Maximum number of credits in this cycle'),
  })

/**
 * GET /v2/tenants/:id/usage. Credits belong to the account, which all tenants of a user share; jobs belong to the
 * tenant.
 */
const TenantUsage = z
  .object({
    tenant_id: z.string(),
    tier: z.enum(PLANS),
    entitlements: z.object({
      tiers: z.array(QualityTier).describe('Quality tiers that the plan includes'),
      priority_queue: z.boolean(),
      monthly_credits: credits('Credits granted per paid month'),
    }),
    balance: credits('Available credits'),
    held: credits('Credits reserved for unfinished jobs'),
    owed: credits('Spent credits whose payment was later refunded; deducted from future credits'),
    buckets: z
      .array(
        z.object({
          name: z.enum(['welcome', 'purchased', 'grace', 'subscription']),
          credits: credits('Remaining credits of the bucket'),
          expires_at: z.iso.datetime().nullable(),
        }),
      )
      .describe('Credit buckets in the order of use'),
    cycle: cycle(),
    is_nearly_used_up: z.boolean().describe("Whether at least 80% of the cycle's credits are used"),
    lost_at_cycle_end: credits('Subscription credits that expire at the end of the cycle'),
    credits: z
      .object({
        issued: credits('Total credits issued'),
        consumed: credits('Total credits consumed'),
        expired: credits('Total credits expired'),
        clawed_back: credits('Total credits deducted after refunds'),
      })
      .describe('Totals of the billing account, which all tenants of a user share'),
    jobs: z
      .object({
        total: z.int().min(0),
        by_state: countsOf(JOB_STATES, 'Number of jobs in each state'),
        by_tier: countsOf(QUALITY_TIERS, 'Number of jobs of each quality tier'),
      })
      .describe('Jobs of this tenant in the last 30 days, excluding deleted jobs'),
    entries: z.array(entry()).describe('Entries of the account statement, newest first'),
    next_cursor: z
      .string()
      .nullable()
      .describe(
        'Cursor for older entries; null on the last page, or if the request uses the key of a tenant whose account has other tenants',
      ),
  })
  .meta({ id: 'TenantUsage' })
export type TenantUsage = z.infer<typeof TenantUsage>

const TenantParams = z.strictObject({ id: z.string().min(1).max(200).describe('Tenant ID') })

const pageQuery = (noun: string) =>
  z.strictObject({
    limit: z.int().min(1).max(100).default(20).describe(`${noun} per page`),
    cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page'),
  })

const idempotencyHeader = () =>
  z.object({
    'idempotency-key': z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe(
        'Repeating the request with the same idempotency key within 24 hours returns the same response, including the API key.',
      ),
  })

const replayHeaders = {
  'idempotent-replayed': {
    description: '`true` if the response repeats that of an earlier request with this idempotency key',
    schema: z.string().optional(),
  },
}

const secretHeaders = { ...replayHeaders, 'cache-control': { description: 'Always `no-store`', schema: z.string() } }

const BODY_MAX = 4_096

const dailyBudget = (absent: string) =>
  z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe(
      `Credits that the key can use per UTC day. Further requests return 429 \`key_budget_exhausted\`. ${absent}`,
    )

export const createTenant = endpoint({
  name: 'createTenant',
  summary: 'Create a tenant',
  description:
    'Creates a tenant: an API key of the signed-in user with its own jobs, scopes and daily budget. The API key is returned only in this response and in its replays.',
  tags: ['tenants'],
  route: 'POST /v2/tenants',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: {
    headers: idempotencyHeader(),
    body: z.strictObject({
      name: nameText(100).optional().describe('Name that identifies the tenant'),
      scopes: z
        .array(z.enum(KEY_SCOPES))
        .min(1)
        .max(KEY_SCOPES.length)
        .default(['generate', 'read'])
        .describe('Scopes of the key. A key with `billing:purchase` can buy credits with the saved card.'),
      daily_budget: dailyBudget('Default: limited only by the balance.'),
    }),
    maxBodyBytes: BODY_MAX,
  },
  errors: [
    'forbidden',
    { code: 'tenant_limit_reached', status: 409, description: 'The user has reached the maximum number of tenants.' },
    'idempotency_mismatch',
    'unavailable',
  ],
  responses: { 201: { description: 'The tenant and its key', schema: NewTenant, headers: secretHeaders } },
  idempotent: true,
})

export const listTenants = endpoint({
  name: 'listTenants',
  summary: 'List tenants',
  description:
    'Lists the tenants (API keys with their own jobs) of the signed-in user, newest first. Only the prefix of each key is returned.',
  tags: ['tenants'],
  route: 'GET /v2/tenants',
  authority: 'session',
  request: { query: pageQuery('Tenants') },
  errors: ['forbidden', 'unavailable'],
  responses: {
    200: {
      description: 'A page of tenants',
      schema: z.object({ tenants: z.array(Tenant), next_cursor: z.string().nullable() }),
    },
  },
})

export const rotateTenantKey = endpoint({
  name: 'rotateTenantKey',
  summary: 'Rotate the API key of a tenant',
  description:
    'Replaces the API key. The new key is returned only in this response and in its replays. The old key is revoked immediately or after `grace_seconds`; earlier keys are revoked immediately. Requires a session of the owner: a key cannot rotate itself.',
  tags: ['tenants'],
  route: 'POST /v2/tenants/:id/rotate',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: {
    params: TenantParams,
    headers: idempotencyHeader(),
    body: z
      .strictObject({
        grace_seconds: z
          .int()
          .min(0)
          .max(GRACE_SECONDS_MAX)
          .default(0)
          .describe('Seconds until the old key is revoked'),
        daily_budget: dailyBudget('Default: unchanged; null removes the limit.').nullable(),
      })
      .default({ grace_seconds: 0 }),
    maxBodyBytes: BODY_MAX,
  },
  errors: ['forbidden', 'not_found', 'idempotency_mismatch', 'unavailable'],
  responses: { 200: { description: 'The tenant and its new key', schema: RotatedTenant, headers: secretHeaders } },
  idempotent: true,
})

export const getTenantUsage = endpoint({
  name: 'getTenantUsage',
  summary: 'Get the usage of a tenant',
  description:
    "Returns the plan's entitlements, the credits with their expiry, job counts, and a page of the account statement. Requires a session of the owner or a key of this tenant.",
  tags: ['tenants'],
  route: 'GET /v2/tenants/:id/usage',
  authority: 'scope:read',
  request: { params: TenantParams, query: pageQuery('Entries') },
  errors: ['not_found', 'unavailable'],
  responses: { 200: { description: 'The usage of the tenant', schema: TenantUsage } },
})
