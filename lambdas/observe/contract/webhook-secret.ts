import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'
import { CHANGES } from './rules.ts'

const AlertSecret = z.object({
  secret: z.string().describe('Signs notifications of incidents: whsec_ and 32 bytes in base64 (Standard Webhooks)'),
  rotated_at: z.iso.datetime().nullable(),
})

const unkept = { 'cache-control': { description: 'no-store', schema: z.string() } }

export const getAlertSecret = endpoint({
  name: 'getObserveWebhookSecret',
  summary: 'Get the secret of notifications',
  description: 'The secret by which receivers verify notifications of incidents.',
  tags,
  route: 'GET /api/observe/webhook-secret',
  authority: 'scope:observe:write',
  rate: READS,
  responses: { 200: { description: 'The current secret', schema: AlertSecret, headers: unkept } },
  errors: ['unavailable'],
})

export const rotateAlertSecret = endpoint({
  name: 'rotateObserveWebhookSecret',
  summary: 'Rotate the secret of notifications',
  description: 'Makes a new secret. The previous one also signs for 24 hours.',
  tags,
  route: 'POST /api/observe/webhook-secret/rotate',
  authority: 'scope:observe:write',
  rate: CHANGES,
  request: { body: z.strictObject({}).default({}), maxBodyBytes: 1_024 },
  responses: { 200: { description: 'The current secret', schema: AlertSecret, headers: unkept } },
  errors: ['unavailable'],
})
