import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const WebhookSecret = z
  .object({
    secret: z
      .string()
      .meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='] })
      .describe('Signs webhooks: whsec_ and 32 bytes in base64 (Standard Webhooks)'),
    rotated_at: z.iso.datetime().nullable().describe('Time of the rotation; null: the first secret'),
    previous_valid_until: z.iso
      .datetime()
      .nullable()
      .describe('Time until which the previous secret also signs; null if there is no previous secret'),
  })
  .meta({ id: 'WebhookSecret' })
export type WebhookSecret = z.infer<typeof WebhookSecret>

const unstored = { 'cache-control': { description: 'no-store', schema: z.string() } }

const BODY_MAX = 1_024

export const getWebhookSecret = endpoint({
  name: 'getWebhookSecret',
  summary: 'Get the webhook secret',
  description:
    'Returns the secret. Every tenant has one from the start. A webhook is valid if any of its signatures is valid.',
  tags: ['webhooks'],
  route: 'GET /v2/webhook-secret',
  authority: 'scope:generate',
  request: {},
  errors: ['forbidden', 'unavailable'],
  responses: { 200: { description: 'The current secret', schema: WebhookSecret, headers: unstored } },
})

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  summary: 'Rotate the webhook secret',
  description:
    'Creates a new secret. The previous one also signs for 24 hours, so that receivers can switch without losing webhooks.',
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
        .describe('Repeating the last rotation with the same key does not rotate again'),
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
        ...unstored,
        'idempotent-replayed': {
          description: 'true when an earlier request with this key did the work',
          schema: z.string().optional(),
        },
      },
    },
  },
  idempotent: true,
})
