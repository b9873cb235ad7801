import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['keys']

const keyRecord = {
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
}

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  summary: 'Keys of the organisation',
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
          maskedKey: z.string().describe('Its last four characters are shown'),
          lastUsed: z.iso.datetime().nullable().describe('A minute late at most'),
          dailyBudget: z
            .object({ limit: z.int().min(1), used: z.int().min(0) })
            .nullable()
            .describe('Credits that it may take in a day of UTC, and has taken today; null: it has no budget'),
        }),
      ),
    },
  },
  errors: ['forbidden', 'unavailable'],
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  summary: 'A key for an application',
  description: 'Makes a key of the organisation and returns it, this once.',
  tags,
  route: 'POST /api/keys',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({
      name: z.string().min(1).max(100).regex(/\S/, 'must not be empty').describe('For people to tell keys apart'),
      scopes: z
        .array(z.string().max(100))
        .min(1)
        .max(50)
        .optional()
        .describe('What it may do; without them all that keys can be allowed to'),
      expires_at: z.iso.datetime().optional().describe('From then on it is refused'),
      daily_budget: z
        .int()
        .min(1)
        .max(1_000_000)
        .optional()
        .describe(
          'Credits that it may take in a day of UTC, an image by the credits of its class of quality, also where it counts on the quota of the tier: then 429 key_budget_exhausted. Without it there is no such limit',
        ),
    }),
    maxBodyBytes: 8_192,
  },
  responses: {
    201: {
      description: 'The key',
      schema: z.object({ ...keyRecord, key: z.string().describe('The key itself: shown this once, kept by nobody') }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    { code: 'key_limit_reached', status: 409, description: 'The organisation has as many keys as it may have' },
    'unavailable',
  ],
})

export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  summary: 'Refuse a key from now on',
  description:
    'Whoever still uses the key is refused with 401. Members delete their own; admins and owners those of everybody.',
  tags,
  route: 'DELETE /api/keys/:id',
  authority: 'session',
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Id of the key') }) },
  responses: { 204: { description: 'It is refused' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const reportLeakedKey = endpoint({
  name: 'reportLeakedKey',
  summary: 'Report a key that was found somewhere',
  description:
    'Whoever holds a key can have it refused: it has leaked. Its organisation is told. The answer says nothing of whether there was such a key.',
  tags,
  route: 'POST /api/keys/leaked',
  authority: 'open',
  rate: { requests: 60, window: '1h', by: 'address' },
  request: {
    body: z.strictObject({ key: z.string().min(1).max(200).describe('The key as it was found') }),
    maxBodyBytes: 8_192,
  },
  responses: { 202: { description: 'Taken', schema: z.object({ received: z.literal(true) }) } },
  errors: ['unavailable'],
})
