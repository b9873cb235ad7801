import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { MicroblogSettings, monitorOptions, PlatformInputs, ReviewSettings, SocialSettings } from './monitor.ts'

const tags = ['sentiment']

const tenantId = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    'must be 1 to 63 lower-case letters, digits or hyphens, and start with a letter or a digit',
  )
  .describe('Your ID for the client or brand, included in events')

const hasCredentials = z.boolean().describe('Whether credentials are stored. Credentials are never returned.')

/** A monitor in responses: the tenant configuration (spec supporting-services 2.5) without its secrets. */
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
    ...monitorOptions,
    version: z
      .int()
      .min(1)
      .describe('Version of the monitor, incremented with every change. Send it with PATCH to detect conflicts.'),
    verifiedAt: z.iso.datetime().describe('Time of the last successful endpoint test'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    source: z
      .enum(['live', 'simulated'])
      .describe(
        'Source of the mentions. `live`: the platforms; `simulated`: mentions are generated, and no platform is called.',
      ),
  })
  .meta({ id: 'SentimentMonitor' })
export type Monitor = z.infer<typeof Monitor>

const stage = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 lower-case letters, digits or hyphens, and start with a letter')
  .describe('Name of the deployment that runs the monitor. Default: the current deployment.')

const ingestEndpoint = z
  .string()
  .max(2_000)
  .describe(
    'URL that receives batches of events as POST requests. The endpoint must answer a challenge before the monitor is stored; see `POST /api/sentiment/monitors/{tenantId}/test`.',
  )

const ingestAuthToken = z
  .string()
  .min(8)
  .max(4_096)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces, because it is sent in a header')
  .describe(
    'Token that is sent in the header `Authorization: Bearer` with each batch. The token is stored in Secrets Manager and never returned.',
  )

const signingSecret = z
  .string()
  .describe(
    'Secret that signs batches: `whsec_` followed by 32 base64-encoded bytes (Standard Webhooks). Returned in this response only.',
  )

const params = z.strictObject({ tenantId: tenantId.describe('`tenantId` of the monitor') })
const noStoreHeader = { 'cache-control': { description: 'no-store', schema: z.string() } }
const readAccess = { tags, authority: 'scope:sentiment:read' } as const
const writeAccess = {
  tags,
  authority: 'scope:sentiment:write',
  rate: { requests: 120, window: '1h', by: 'tenant' },
} as const

const endpointUnverified = {
  code: 'endpoint_unverified',
  status: 422,
  description:
    'The endpoint did not answer the challenge. `status` is the HTTP status of its response, or null without a response.',
} as const

const optionsWithDefaults = {
  bodyFormat: monitorOptions.bodyFormat.default('batch'),
  batchSize: monitorOptions.batchSize.default(100),
  mentionIdMode: monitorOptions.mentionIdMode.default('raw'),
  phoneRegions: monitorOptions.phoneRegions.default(['US', 'GB']),
  scorer: monitorOptions.scorer.default('offline'),
  personalData: monitorOptions.personalData.default('rules'),
}

export const createMonitor = endpoint({
  name: 'createSentimentMonitor',
  summary: 'Create a sentiment monitor',
  description:
    'Creates a monitor for mentions of a client or brand, after your endpoint has answered a challenge. Mentions are then collected from the platforms every 15 minutes, and each mention is sent to your endpoint as one event. Mentions are not stored.',
  ...writeAccess,
  route: 'POST /api/sentiment/monitors',
  request: {
    body: z.strictObject({
      tenantId,
      stage: stage.optional(),
      enabled: z.boolean().default(true),
      platforms: PlatformInputs,
      ingestEndpoint,
      ingestAuthToken,
      ...optionsWithDefaults,
    }),
    maxBodyBytes: 65_536,
  },
  responses: {
    201: {
      description: 'The created monitor and its signing secret',
      schema: z.object({ monitor: Monitor, signingSecret }),
      headers: noStoreHeader,
    },
  },
  errors: [
    {
      code: 'conflict',
      status: 409,
      description: 'A monitor with this `tenantId` already exists. Update it or choose another ID.',
    },
    {
      code: 'monitor_limit_reached',
      status: 409,
      description: 'The organization has reached the monitor limit. Delete a monitor first.',
    },
    endpointUnverified,
    'unavailable',
  ],
})

export const listMonitors = endpoint({
  name: 'listSentimentMonitors',
  summary: 'List sentiment monitors',
  description: 'Returns all sentiment monitors of the organization, sorted by `tenantId`.',
  ...readAccess,
  route: 'GET /api/sentiment/monitors',
  responses: { 200: { description: 'The monitors', schema: z.object({ monitors: z.array(Monitor) }) } },
  errors: ['unavailable'],
})

export const getMonitor = endpoint({
  name: 'getSentimentMonitor',
  summary: 'Get a sentiment monitor',
  description: 'Returns a sentiment monitor without its secrets.',
  ...readAccess,
  route: 'GET /api/sentiment/monitors/:tenantId',
  request: { params },
  responses: { 200: { description: 'The monitor', schema: Monitor } },
  errors: ['not_found', 'unavailable'],
})

export const changeMonitor = endpoint({
  name: 'changeSentimentMonitor',
  summary: 'Update or pause a sentiment monitor',
  description:
    'Updates the given fields. The settings of a given platform are replaced completely, except for omitted credentials. `{"enabled": false}` pauses the monitor: no mentions are collected or sent until the monitor is enabled again. Mentions that are published in the meantime are skipped.',
  ...writeAccess,
  route: 'PATCH /api/sentiment/monitors/:tenantId',
  request: {
    params,
    body: z.strictObject({
      ...z
        .object({
          stage,
          enabled: z.boolean(),
          platforms: PlatformInputs,
          ingestEndpoint,
          ingestAuthToken,
          ...monitorOptions,
        })
        .partial().shape,
      version: z
        .int()
        .min(1)
        .optional()
        .describe(
          'Version of the monitor to which the change applies. If the monitor has another version, the response is 409.',
        ),
    }),
    maxBodyBytes: 65_536,
  },
  responses: { 200: { description: 'The updated monitor', schema: Monitor } },
  errors: ['not_found', 'version_conflict', endpointUnverified, 'unavailable'],
})

export const deleteMonitor = endpoint({
  name: 'deleteSentimentMonitor',
  summary: 'Delete a sentiment monitor',
  description:
    'Deletes the monitor and its credentials. Event batches that your endpoint has not accepted yet are discarded.',
  ...writeAccess,
  route: 'DELETE /api/sentiment/monitors/:tenantId',
  request: { params },
  responses: { 204: { description: 'The monitor was deleted' } },
  errors: [
    'not_found',
    {
      code: 'version_conflict',
      status: 409,
      description: 'Another request changed the monitor at the same time, and it was not deleted. Try again.',
    },
    'unavailable',
  ],
})

export const testMonitor = endpoint({
  name: 'testSentimentMonitor',
  summary: 'Test delivery to an endpoint',
  description:
    'Sends `{"type":"sentiment.test","timestamp":…,"data":{"tenantId":…,"challenge":"…"}}` to the monitor\'s endpoint in the same way as a batch, signed and with the bearer token. The endpoint must respond with a 2xx status and `{"challenge":"…"}` with the same challenge.',
  ...writeAccess,
  route: 'POST /api/sentiment/monitors/:tenantId/test',
  request: { params, body: z.strictObject({}).default({}), maxBodyBytes: 1_024 },
  responses: {
    200: {
      description: 'The result of the test',
      schema: z.object({
        verified: z.boolean(),
        status: z
          .int()
          .nullable()
          .describe('HTTP status of the endpoint; null if it is not reachable or does not respond'),
      }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

export const rotateSigningSecret = endpoint({
  name: 'rotateSentimentSecret',
  summary: "Rotate a monitor's signing secret",
  description: 'Creates a new secret for a monitor. For 24 hours, deliveries are signed with both secrets.',
  ...writeAccess,
  route: 'POST /api/sentiment/monitors/:tenantId/secret',
  request: { params, body: z.strictObject({}).default({}), maxBodyBytes: 1_024 },
  responses: {
    200: { description: 'The new secret', schema: z.object({ signingSecret }), headers: noStoreHeader },
  },
  errors: ['not_found', 'version_conflict', 'unavailable'],
})
