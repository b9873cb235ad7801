import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'
import { CHANGES } from './rules.ts'

const AlertSecret = z.object({
  secret: z
    .string()
    .describe(
      'Secret that signs incident notifications: `whsec_` followed by 32 base64-encoded bytes (Standard Webhooks)',
    ),
  rotated_at: z.iso.datetime().nullable().describe('Time of the last rotation; null before the first rotation'),
})

const noStoreHeader = { 'cache-control': { description: 'no-store', schema: z.string() } }

export const getAlertSecret = endpoint({
  name: 'getObserveWebhookSecret',
  summary: 'Get the webhook signing secret',
  description: 'Returns the secret that signs incident notifications. Use it to verify their signatures.',
  tags,
  route: 'GET /api/observe/webhook-secret',
  authority: 'scope:observe:write',
  rate: READS,
  responses: { 200: { description: 'The current secret', schema: AlertSecret, headers: noStoreHeader } },
  errors: ['unavailable'],
})

export const rotateAlertSecret = endpoint({
  name: 'rotateObserveWebhookSecret',
  summary: 'Rotate the webhook signing secret',
  description:
    'Creates a new secret that signs incident notifications. For 24 hours, notifications are signed with both secrets.',
  tags,
  route: 'POST /api/observe/webhook-secret/rotate',
  authority: 'scope:observe:write',
  rate: CHANGES,
  request: { body: z.strictObject({}).default({}), maxBodyBytes: 1_024 },
  responses: { 200: { description: 'The new secret', schema: AlertSecret, headers: noStoreHeader } },
  errors: ['unavailable'],
})
