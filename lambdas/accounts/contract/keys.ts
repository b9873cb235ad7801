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
  summary: 'List API keys',
  description: 'Lists all API keys of the organization, newest first.',
  tags,
  route: 'GET /api/keys',
  authority: 'session',
  responses: {
    200: {
      description: 'Keys of the organization',
      schema: z.array(
        z.object({
          ...keyRecord,
          rotatedAt: z.iso.datetime().nullable().describe('Time of the last rotation; null if never rotated'),
          oldKeyValidUntil: z.iso
            .datetime()
            .nullable()
            .describe('Time until which the raw key from before the last rotation works; null if it no longer works'),
          maskedKey: z.string().describe('The key, masked except for its last four characters'),
          lastUsed: z.iso
            .datetime()
            .nullable()
            .describe('Time of the last use, accurate to a minute; null if never used'),
          scopes: z.array(z.string()).describe('Scopes (permissions) of the key'),
          expiresAt: z.iso.datetime().nullable().describe('Expiry time; null if the key does not expire'),
          dailyBudget: z
            .object({ limit: z.int().min(1), used: z.int().min(0) })
            .nullable()
            .describe("Daily budget and today's usage in credits (UTC); null if the key has no budget"),
        }),
      ),
    },
  },
  errors: ['forbidden', 'unavailable'],
})

export const listKeyScopes = endpoint({
  name: 'listKeyScopes',
  summary: 'List API key scopes',
  description: 'Lists the scopes that a key can have and the named presets.',
  tags,
  route: 'GET /api/keys/scopes',
  authority: 'session',
  responses: {
    200: {
      description: 'Available scopes and presets',
      schema: z.object({
        scopes: z.array(
          z.object({
            scope: z.string(),
            byName: z
              .boolean()
              .describe('Whether a key has this scope only if it is listed explicitly when the key is created'),
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
  summary: 'Create an API key',
  description: 'Creates an API key for the organization. The response is the only one that contains the raw key.',
  tags,
  route: 'POST /api/keys',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({
      name: nameText(100).describe('Name that identifies the key'),
      scopes: z
        .array(z.string().max(100))
        .min(1)
        .max(50)
        .optional()
        .describe(
          'Scopes of the key. Default: all scopes except those for payments and members, which must be listed explicitly.',
        ),
      preset: KeyPreset.optional().describe('Named set of scopes, which replaces `scopes`'),
      expires_at: z.iso.datetime().optional().describe('Expiry time. Default: the key does not expire.'),
      daily_budget: z
        .int()
        .min(1)
        .max(1_000_000)
        .optional()
        .describe(
          "Credits that the key can use per UTC day. Requests beyond the budget return 429 `key_budget_exhausted`. Each image uses as much of the budget as its quality tier costs in credits, even if the plan's quota covers the image. Default: no limit.",
        ),
    }),
    maxBodyBytes: 8_192,
  },
  responses: {
    201: {
      description: 'The created key',
      schema: z.object({
        ...keyRecord,
        key: z.string().describe('Raw key. It is shown only once and is not stored.'),
      }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    {
      code: 'key_limit_reached',
      status: 409,
      description: 'The organization has reached its limit on API keys. Revoke a key first.',
    },
    'unavailable',
  ],
})

const GRACE_SECONDS_MAX = 86_400

export const rotateApiKey = endpoint({
  name: 'rotateApiKey',
  summary: 'Rotate an API key',
  description:
    "Returns a new raw key (the secret value) once. The old raw key is revoked immediately or after `grace_seconds`; raw keys from earlier rotations are revoked immediately. The ID, name, scopes, expiry, budget and child keys do not change. Only the member who created the key can rotate it, because the key acts with that member's role.",
  tags,
  route: 'POST /api/keys/:id/rotate',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: {
    params: z.strictObject({ id: z.string().min(1).max(200).describe('Key ID') }),
    body: z
      .strictObject({
        grace_seconds: z
          .int()
          .min(0)
          .max(GRACE_SECONDS_MAX)
          .default(0)
          .describe('Seconds until the old raw key is revoked'),
      })
      .default({ grace_seconds: 0 }),
    maxBodyBytes: 8_192,
  },
  responses: {
    200: {
      description: 'The key and its new raw key',
      schema: z.object({
        ...keyRecord,
        key: z.string().describe('New raw key. It is shown only once and is not stored.'),
        rotatedAt: z.iso.datetime(),
        oldKeyValidUntil: z.iso
          .datetime()
          .nullable()
          .describe('Expiry time of the old raw key; null if it was revoked immediately'),
      }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    'not_found',
    { code: 'key_ended', status: 409, description: 'The key has expired. Create a new key.' },
    {
      code: 'too_many_child_keys',
      status: 409,
      description:
        'The key has too many child keys (keys that it created) to be rotated. Revoke some of them or create a new key.',
    },
    'unavailable',
  ],
})

export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  summary: 'Revoke an API key',
  description:
    'Revokes the key. Later requests with the key return 401. Members can revoke their own keys; admins and owners can revoke any key.',
  tags,
  route: 'DELETE /api/keys/:id',
  authority: 'session',
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Key ID') }) },
  responses: { 204: { description: 'The key was revoked' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const reportLeakedKey = endpoint({
  name: 'reportLeakedKey',
  summary: 'Report a leaked key',
  description:
    'Revokes a leaked key and notifies its organization. Anyone who has the key can report it. The response does not reveal whether the key existed.',
  tags,
  route: 'POST /api/keys/leaked',
  authority: 'open',
  rate: { requests: 60, window: '1h', by: 'address' },
  request: {
    body: z.strictObject({ key: z.string().min(1).max(200).describe('Leaked raw key') }),
    maxBodyBytes: 8_192,
  },
  responses: { 202: { description: 'The report was accepted', schema: z.object({ received: z.literal(true) }) } },
  errors: ['unavailable'],
})
