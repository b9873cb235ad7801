import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { choices, MicroblogSettings, PlatformInputs, ReviewSettings, SocialSettings } from './monitor.ts'

const tags = ['sentiment']

const tenantId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be 1 to 63 of a-z, 0-9 and -, beginning with a letter or a digit')
  .describe('Your name for whom is listened for: one of your clients, a brand. Events carry it')

const hasCredentials = z.boolean().describe('Whether credentials are kept; they are never shown')

/** A monitor as returned: the tenant config of the specification (supporting-services 2.5) without its secrets. */
export const Monitor = z
  .object({
    tenantId,
    stage: z.string(),
    enabled: z.boolean(),
    platforms: z.object({
      microblog: MicroblogSettings.extend({ hasCredentials }),
      reviews: ReviewSettings.extend({ hasCredentials }),
      social: SocialSettings.extend({ hasCredentials }),
    }),
    ingestEndpoint: z.url(),
    ...choices,
    version: z.int().min(1).describe('Counts changes'),
    verifiedAt: z.iso.datetime().describe('When the endpoint last answered the challenge'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    source: z.enum(['live', 'made-up']).describe('made-up: this deployment asks no platform, and makes mentions up'),
  })
  .meta({ id: 'SentimentMonitor' })
export type Monitor = z.infer<typeof Monitor>

const stage = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 of a-z, 0-9 and -, beginning with a letter')
  .describe('The deployment that listens: this one, unless it is said')

const ingestEndpoint = z
  .string()
  .max(2_000)
  .describe('Takes POST of batches. It must answer our challenge before anything is kept: see testMonitor')

const ingestAuthToken = z
  .string()
  .min(8)
  .max(4_096)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks: it is sent in a header')
  .describe('Sent as Authorization: Bearer with each batch; kept in Secrets Manager, never shown again')

const signingSecret = z
  .string()
  .describe('Signs what is sent: whsec_ and 32 bytes in base64 (Standard Webhooks). Shown with this answer only')

const params = z.strictObject({ tenantId })
const unkept = { 'cache-control': { description: 'no-store', schema: z.string() } }
const read = { tags, authority: 'scope:sentiment:read' } as const
const write = {
  tags,
  authority: 'scope:sentiment:write',
  rate: { requests: 120, window: '1h', by: 'tenant' },
} as const

const unverified = {
  code: 'endpoint_unverified',
  status: 422,
  description: 'The endpoint did not answer the challenge; `status` is what it answered, null for nothing',
} as const

const optionalChoices = {
  bodyFormat: choices.bodyFormat.default('batch'),
  batchSize: choices.batchSize.default(100),
  mentionIdMode: choices.mentionIdMode.default('raw'),
  phoneRegions: choices.phoneRegions.default(['US', 'GB']),
  scorer: choices.scorer.default('offline'),
  personalData: choices.personalData.default('rules'),
}

export const createMonitor = endpoint({
  name: 'createSentimentMonitor',
  summary: 'Listen for a tenant',
  description:
    'Keeps a monitor, after its endpoint has answered a challenge. From then on its platforms are asked every 15 minutes, and each mention is told as one event. No mention is stored.',
  ...write,
  route: 'POST /api/sentiment/monitors',
  request: {
    body: z.strictObject({
      tenantId,
      stage: stage.optional(),
      enabled: z.boolean().default(true),
      platforms: PlatformInputs,
      ingestEndpoint,
      ingestAuthToken,
      ...optionalChoices,
    }),
    maxBodyBytes: 65_536,
  },
  responses: {
    201: { description: 'It is kept', schema: z.object({ monitor: Monitor, signingSecret }), headers: unkept },
  },
  errors: [
    'conflict',
    { code: 'monitor_limit_reached', status: 409, description: 'The organisation has as many monitors as it may have' },
    unverified,
    'unavailable',
  ],
})

export const listMonitors = endpoint({
  name: 'listSentimentMonitors',
  summary: 'Monitors of the organisation',
  description: 'All of them, by tenantId.',
  ...read,
  route: 'GET /api/sentiment/monitors',
  responses: { 200: { description: 'All of them', schema: z.object({ monitors: z.array(Monitor) }) } },
  errors: ['unavailable'],
})

export const getMonitor = endpoint({
  name: 'getSentimentMonitor',
  summary: 'A monitor',
  description: 'Without its secrets.',
  ...read,
  route: 'GET /api/sentiment/monitors/:tenantId',
  request: { params },
  responses: { 200: { description: 'The monitor', schema: Monitor } },
  errors: ['not_found', 'unavailable'],
})

export const changeMonitor = endpoint({
  name: 'changeSentimentMonitor',
  summary: 'Change or pause a monitor',
  description:
    'What is left out stays. A platform is replaced as a whole, but for credentials that are left out. {"enabled": false} pauses: nothing is asked and nothing is sent until it is true again; what appears meanwhile is not told.',
  ...write,
  route: 'PATCH /api/sentiment/monitors/:tenantId',
  request: {
    params,
    body: z.strictObject({
      ...z
        .object({ stage, enabled: z.boolean(), platforms: PlatformInputs, ingestEndpoint, ingestAuthToken, ...choices })
        .partial().shape,
      version: z.int().min(1).optional().describe('The change is made to this version only'),
    }),
    maxBodyBytes: 65_536,
  },
  responses: { 200: { description: 'As it is now', schema: Monitor } },
  errors: ['not_found', 'version_conflict', unverified, 'unavailable'],
})

export const deleteMonitor = endpoint({
  name: 'deleteSentimentMonitor',
  summary: 'Stop listening for good',
  description: 'Removes the monitor and its credentials. Batches that were not accepted are not sent any more.',
  ...write,
  route: 'DELETE /api/sentiment/monitors/:tenantId',
  request: { params },
  responses: { 204: { description: 'It is gone' } },
  errors: ['not_found', 'version_conflict', 'unavailable'],
})

export const testMonitor = endpoint({
  name: 'testSentimentMonitor',
  summary: 'Test the delivery',
  description:
    'Sends {"type":"sentiment.test","timestamp":…,"data":{"tenantId":…,"challenge":"…"}} as batches are sent, signed and with the bearer token. The endpoint is to answer 2xx and {"challenge":"…"} with the same text.',
  ...write,
  route: 'POST /api/sentiment/monitors/:tenantId/test',
  request: { params, body: z.strictObject({}).default({}), maxBodyBytes: 1_024 },
  responses: {
    200: {
      description: 'What came of it',
      schema: z.object({
        verified: z.boolean(),
        status: z.int().nullable().describe('What the endpoint answered; null: nothing, or it may not be reached'),
      }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const rotateSigningSecret = endpoint({
  name: 'rotateSentimentSecret',
  summary: 'Another secret for the signatures',
  description: 'Makes another secret current. The one before signs along for 24 hours.',
  ...write,
  route: 'POST /api/sentiment/monitors/:tenantId/secret',
  request: { params, body: z.strictObject({}).default({}), maxBodyBytes: 1_024 },
  responses: {
    200: { description: 'The secret that is current', schema: z.object({ signingSecret }), headers: unkept },
  },
  errors: ['not_found', 'version_conflict', 'unavailable'],
})
