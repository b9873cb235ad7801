import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const apiKeyRow = rowKind({
  name: 'API key',
  prefix: 'KEY#',
  keys: { pk: '<digest>', sk: 'KEY' },
  owner: 'organization',
  erasure: { by: 'the key is revoked' },
  exported: { none: 'a digest of a secret' },
  keep: 'for ever',
  kept: 'until it is replaced or revoked, or its grace ends',
  schema: z.object({
    tenant_id: z.string(),
    scopes: z.array(z.string()),
    org_id: z.string().optional(),
    user_id: z.string().optional(),
    account_id: z.string().optional().describe('Billing account that pays, when it is not the tenant’s own'),
    prefix: z.string().optional().describe('How the key begins'),
    created_at: z.string().optional(),
    revoked_at: z.string().optional().describe('ISO time from which the key is refused: it was replaced, or expires'),
    daily_budget: z.int().optional().describe('Credits that it may take in a day of UTC'),
    made_by: z
      .array(z.string())
      .optional()
      .describe('Digests of the keys that made it, the first maker first: it ends with each of them'),
    budget_of: z.string().optional().describe('Id of the key whose daily budget it draws on, when not its own'),
    key_id: z.string().optional().describe('Id of a key of an organization; its last use is kept'),
    last_used: z.string().optional().describe('ISO time; a minute late at most'),
  }),
})

export const orgKeyRow = rowKind({
  name: 'Key in the list of its organization',
  prefix: 'ORGKEY#',
  keys: { pk: '<org>', sk: 'KEY#<id>' },
  owner: 'organization',
  exported: { file: 'keys', without: ['digest', 'madeBy'] },
  keep: 'for ever',
  kept: 'until it is revoked',
  schema: z.object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    prefix: z.string(),
    last4: z.string().describe('Its last four characters, which listings show'),
    createdAt: z.string(),
    expiresAt: z.string().optional(),
    dailyBudget: z.int().optional(),
    budgetOf: z.string().optional(),
    madeBy: z.array(z.string()).optional(),
    org: z.string(),
    userId: z.string(),
    digest: z.string(),
    rotatedAt: z.string().optional().describe('When its raw key was last replaced'),
    oldDigest: z.string().optional().describe('Digest of the raw key before, during its grace'),
    oldUntil: z.string().optional().describe('ISO time until which the raw key before is accepted'),
  }),
})
