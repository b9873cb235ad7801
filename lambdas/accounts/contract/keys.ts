import { endpoint, nameText } from '@signet/contracts'
import * as z from 'zod'

const tags = ['keys']

export const KeyPreset = z.enum(['application', 'backend', 'ci', 'everything'])
export type KeyPreset = z.infer<typeof KeyPreset>

const keyRecord = {
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
}

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  summary: 'Keys of the organization',
  description: 'All of them, newest first (spec platform-api 2.2).',
  tags,
  route: 'GET /api/keys',
  authority: 'session',
  responses: {
    200: {
      description: 'All of them',
      schema: z.array(
        z.object({
          ...keyRecord,
          rotatedAt: z.iso.datetime().nullable().describe('When the raw key was last replaced; null: never'),
          oldKeyValidUntil: z.iso
            .datetime()
            .nullable()
            .describe('Until when the raw key before the last rotation works; null: it does not'),
          maskedKey: z.string().describe('Its last four characters are shown'),
          lastUsed: z.iso.datetime().nullable().describe('At most a minute late'),
          scopes: z.array(z.string()).describe('What it may do'),
          expiresAt: z.iso.datetime().nullable().describe('Expiry; null: it is valid until it is revoked'),
          dailyBudget: z
            .object({ limit: z.int().min(1), used: z.int().min(0) })
            .nullable()
            .describe('Its daily budget in credits (UTC), and the credits used today; null: it has no budget'),
        }),
      ),
    },
  },
  errors: ['forbidden', 'unavailable'],
})

export const listKeyScopes = endpoint({
  name: 'listKeyScopes',
  summary: 'Scopes of keys',
  description: 'The scopes that a key can have, and the sets of them that have a name.',
  tags,
  route: 'GET /api/keys/scopes',
  authority: 'session',
  responses: {
    200: {
      description: 'All of them',
      schema: z.object({
        scopes: z.array(
          z.object({
            scope: z.string(),
            byName: z.boolean().describe('Whether a key has it only if it is named'),
          }),
        ),
        presets: z.array(z.object({ preset: KeyPreset, title: z.string(), scopes: z.array(z.string()) })),
      }),
    },
  },
  errors: ['forbidden'],
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  summary: 'Create a key',
  description: 'Creates a key of the organization and returns it once.',
  tags,
  route: 'POST /api/keys',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({
      name: nameText(100).describe('A name to recognize the key'),
      scopes: z
        .array(z.string().max(100))
        .min(1)
        .max(50)
        .optional()
        .describe('Scopes of the key; default: everything but money and people, which are given by name only'),
      preset: KeyPreset.optional().describe('A set of scopes by name, instead of `scopes`'),
      expires_at: z.iso.datetime().optional().describe('Expiry'),
      daily_budget: z
        .int()
        .min(1)
        .max(1_000_000)
        .optional()
        .describe(
          'Credits that it may use in a UTC day; beyond that 429 key_budget_exhausted. An image counts with the credits of its quality tier, even if the quota of the plan pays for it. Default: no such limit',
        ),
    }),
    maxBodyBytes: 8_192,
  },
  responses: {
    201: {
      description: 'The key',
      schema: z.object({
        ...keyRecord,
        key: z.string().describe('The key itself. It is shown only once and not stored'),
      }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    { code: 'key_limit_reached', status: 409, description: 'The organization has reached the limit of keys' },
    'unavailable',
  ],
})

const GRACE_SECONDS_MAX = 86_400

export const rotateApiKey = endpoint({
  name: 'rotateApiKey',
  summary: 'Rotate a key',
  description:
    'Returns a new raw key once, and revokes the old one at once or after `grace_seconds`; every raw key before the old one is revoked at once. Id, name, scopes, expiry, budget and the keys that it made stay. Only for the member who made the key, as it acts with their role.',
  tags,
  route: 'POST /api/keys/:id/rotate',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: {
    params: z.strictObject({ id: z.string().min(1).max(200).describe('Id of the key') }),
    body: z
      .strictObject({
        grace_seconds: z.int().min(0).max(GRACE_SECONDS_MAX).default(0).describe('Time until the old key is revoked'),
      })
      .default({ grace_seconds: 0 }),
    maxBodyBytes: 8_192,
  },
  responses: {
    200: {
      description: 'The key and its new raw key',
      schema: z.object({
        ...keyRecord,
        key: z.string().describe('The raw key. It is shown only once and not stored'),
        rotatedAt: z.iso.datetime(),
        oldKeyValidUntil: z.iso.datetime().nullable().describe('Expiry of the old key; null: it is revoked at once'),
      }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    'not_found',
    { code: 'key_ended', status: 409, description: 'The key has expired' },
    { code: 'too_many_made_keys', status: 409, description: 'The key has made too many others to move them at once' },
    'unavailable',
  ],
})

export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  summary: 'Revoke a key',
  description:
    'Requests with the key are refused with 401 from then on. Members may delete their own keys, admins and owners any key.',
  tags,
  route: 'DELETE /api/keys/:id',
  authority: 'session',
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Id of the key') }) },
  responses: { 204: { description: 'The key is revoked' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const reportLeakedKey = endpoint({
  name: 'reportLeakedKey',
  summary: 'Report a leaked key',
  description:
    'Revokes a leaked key and notifies its organization. Anybody who has the key may call this. The answer does not show whether the key existed.',
  tags,
  route: 'POST /api/keys/leaked',
  authority: 'open',
  rate: { requests: 60, window: '1h', by: 'address' },
  request: {
    body: z.strictObject({ key: z.string().min(1).max(200).describe('The leaked key') }),
    maxBodyBytes: 8_192,
  },
  responses: { 202: { description: 'Taken', schema: z.object({ received: z.literal(true) }) } },
  errors: ['unavailable'],
})
