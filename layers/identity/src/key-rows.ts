import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const apiKeyRow = rowKind({
  name: 'API key',
  prefix: 'KEY#',
  keys: { pk: '<digest>', sk: 'KEY' },
  owner: 'organization',
  erasure: { by: 'revokes the key' },
  exported: { none: 'contains a digest of a secret' },
  keep: 'permanent',
  retention: 'until it is replaced or revoked, or its grace period ends',
  schema: z.object({
    tenant_id: z.string(),
    scopes: z.array(z.string()),
    org_id: z.string().optional(),
    user_id: z.string().optional(),
    account_id: z.string().optional().describe('Billing account that pays, if it differs from the tenant’s own'),
    prefix: z.string().optional().describe('First characters of the key'),
    created_at: z.string().optional(),
    revoked_at: z.string().optional().describe('ISO time from which the key is refused, after its rotation or expiry'),
    daily_budget: z.int().optional().describe('Credits that the key may use per UTC day'),
    ancestor_digests: z
      .array(z.string())
      .optional()
      .describe('Digests of the key’s ancestors, the oldest first; the key ends with each of them'),
    budget_of: z
      .string()
      .optional()
      .describe('ID of the ancestor whose daily budget the key uses, if it has no own budget'),
    key_id: z.string().optional().describe('ID of an organization’s key, whose last use is recorded'),
    last_used: z.string().optional().describe('ISO time of the last use, up to a minute late'),
  }),
})

export const orgKeyRow = rowKind({
  name: 'Key in its organization’s list',
  prefix: 'ORGKEY#',
  keys: { pk: '<org>', sk: 'KEY#<id>' },
  owner: 'organization',
  exported: { file: 'keys', without: ['digest', 'ancestorDigests'] },
  keep: 'permanent',
  retention: 'until it is revoked',
  schema: z.object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    prefix: z.string(),
    last4: z.string().describe('Last four characters of the key, which lists show'),
    createdAt: z.string(),
    expiresAt: z.string().optional(),
    dailyBudget: z.int().optional(),
    budgetOf: z.string().optional(),
    ancestorDigests: z.array(z.string()).optional(),
    org: z.string(),
    userId: z.string(),
    digest: z.string(),
    rotatedAt: z.string().optional().describe('Time of the last rotation'),
    oldDigest: z.string().optional().describe('Digest of the previous raw key during its grace period'),
    oldUntil: z.string().optional().describe('ISO time until which the previous raw key is accepted'),
  }),
})
