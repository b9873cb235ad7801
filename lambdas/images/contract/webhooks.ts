import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const WebhookSecret = z
  .object({
    secret: z
      .string()
      .meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='] })
      .describe('Secret that signs webhooks: `whsec_` followed by 32 base64-encoded bytes (Standard Webhooks 1.0)'),
    rotated_at: z.iso.datetime().nullable().describe('Time of the last rotation; null if never rotated'),
    previous_valid_until: z.iso
      .datetime()
      .nullable()
      .describe(
        'Time until which webhooks are also signed with the previous secret; null if there is no previous secret',
      ),
  })
  .meta({ id: 'WebhookSecret' })
export type WebhookSecret = z.infer<typeof WebhookSecret>

const noStoreHeaders = { 'cache-control': { description: 'Always `no-store`', schema: z.string() } }

const BODY_MAX = 1_024

export const getWebhookSecret = endpoint({
  name: 'getWebhookSecret',
  summary: 'Get the webhook signing secret',
  description:
    "Returns the secret that signs the tenant's webhooks. Every tenant has a secret from the start. A webhook is valid if at least one of its signatures is valid.",
  tags: ['webhooks'],
  route: 'GET /v2/webhook-secret',
  authority: 'scope:generate',
  request: {},
  errors: ['forbidden', 'unavailable'],
  responses: { 200: { description: 'The current secret', schema: WebhookSecret, headers: noStoreHeaders } },
})

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  summary: 'Rotate the webhook signing secret',
  description:
    'Generates a new secret. For 24 hours, webhooks are signed with both secrets, so that receivers can switch without losing webhooks.',
  tags: ['webhooks'],
  route: 'POST /v2/webhook-secret/rotate',
  authority: 'scope:generate',
  rate: { requests: 120, window: '1h', by: 'tenant' },
  request: {
    headers: z.object({
      'idempotency-key': z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Idempotency key. Repeating the last rotation with the same key does not rotate the secret again.'),
    }),
    body: z.strictObject({}).default({}),
    maxBodyBytes: BODY_MAX,
  },
  errors: ['forbidden', 'unavailable'],
  responses: {
    200: {
      description: 'The new secret',
      schema: WebhookSecret,
      headers: {
        ...noStoreHeaders,
        'idempotent-replayed': {
          description: '`true` if the response repeats that of an earlier request with this key',
          schema: z.string().optional(),
        },
      },
    },
  },
  idempotent: true,
})
