import { defineContract } from '@signet/contracts'
import { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { Job } from '@signet/imaging/schemas/job'
import { GENERATE_BODY_MAX, JobState, QualityTier } from '@signet/imaging/schemas/vocabulary'
import * as z from 'zod'
import { JobDeleted, JobEnded } from './job-event-payloads.ts'
import { Quote } from './quote.ts'
import { SPENDING_LIMITS } from './spending-limits.ts'

const location = { location: { description: 'URL of the job', schema: z.string() } }
const replayHeaders = {
  'idempotent-replayed': {
    description: '`true` if the response repeats that of an earlier request with this key',
    schema: z.string().optional(),
  },
}
const quotaHeaders = {
  'ratelimit-policy': {
    description: 'Quota that the job counts against, such as `"images";q=100`',
    schema: z.string().optional(),
  },
  ratelimit: {
    description:
      'Quota that remains after this job and, for images, the seconds until it resets, such as `"images";r=12;t=3600`',
    schema: z.string().optional(),
  },
  'x-quota-warning': {
    description: 'Sent when at least 80% of a quota is used: name, usage and limit of the quota',
    schema: z.string().optional(),
  },
}
/** Preferences are never refused (RFC 7240 2): unreadable and unsupported ones are ignored. */
const prefer = (description: string) => ({ prefer: z.string().optional().describe(description) })
const preferenceHeaders = {
  'preference-applied': {
    description: 'Preferences that were applied, such as `wait=10` (RFC 7240)',
    schema: z.string().optional(),
  },
  vary: { description: 'Always `Prefer`', schema: z.string() },
}
/** Accepts any text: an ID that was never issued returns 404. */
const JobParams = z.strictObject({ id: z.string().min(1).max(200).describe('Job ID') })
/** Query parameter that selects a tenant: a user may have several. */
const tenantParameter = () =>
  z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "ID of one of the signed-in user's tenants; only for requests with a session. Default: the tenant of the session.",
    )
const NoInput = z.strictObject({})

const FAILED: readonly JobState[] = ['failed', 'failed_encoding']
const ENDED: readonly JobState[] = ['completed', ...FAILED]

export const jobContract = defineContract({
  name: 'job',
  version: '1.0.0',
  description: 'One image generation, from prompt to asset.',
  schema: Job,
  operations: {
    generate: {
      kind: 'create',
      summary: 'Create an image',
      rate: { requests: 600, window: '1m', by: 'caller' },
      description:
        'Starts an image job. With `sync` (default for the draft and standard tiers) or `Prefer: wait=N`, the response waits for the end of the job. When the job ends, a signed `job.completed`, `job.failed` or `job.failed_encoding` event (Standard Webhooks 1.0) with the job in `data` is sent to `webhook_url`.',
      input: GenerateRequest,
      headers: z.object({
        'idempotency-key': z
          .string()
          .min(1)
          .max(255)
          .optional()
          .describe('Idempotency key; alternative to `idempotency_key` in the body'),
        ...prefer(
          'With `wait=N`, the response waits up to N seconds (1 to 25); with `respond-async`, it does not wait (RFC 7240). `sync` in the body takes precedence.',
        ),
      }),
      output: 'self',
      maxBodyBytes: GENERATE_BODY_MAX,
      responses: {
        200: { description: 'The quote for a request with `dry_run`', schema: Quote },
        201: {
          description: 'The job ended while the request was waiting',
          schema: 'self',
          headers: { ...location, ...replayHeaders, ...quotaHeaders, ...preferenceHeaders },
        },
        202: {
          description: 'The job was accepted. Poll it until it ends.',
          schema: 'self',
          headers: {
            ...location,
            ...replayHeaders,
            ...quotaHeaders,
            ...preferenceHeaders,
            'retry-after': { description: 'Seconds until the next poll', schema: z.string() },
          },
        },
      },
      errors: [
        'plan_required',
        'model_locked',
        'insufficient_credits',
        'quota_exceeded',
        ...SPENDING_LIMITS,
        'rate_limited',
        'not_found',
        'idempotency_in_progress',
        'idempotency_mismatch',
        'upstream_failed',
        'spend_ceiling',
        'unavailable',
        {
          code: 'content_rejected',
          status: 422,
          description:
            'The provider rejected the prompt, the source image or the generated image. Change the prompt or the source image.',
        },
        {
          code: 'deadline_exceeded',
          status: 504,
          description: 'The generation could not start within `deadline_seconds`. The job was not charged.',
        },
        {
          code: 'model_retired',
          status: 400,
          description: 'The provider has retired the model. Use the model in `replacement`.',
        },
      ],
      idempotent: true,
    },
    get: {
      kind: 'read',
      summary: 'Get an image job',
      description:
        'Returns the current state of the job. With `Prefer: wait=N`, the response waits until the job has ended or N seconds have passed. A job created without an account can be read by any client that knows its ID, but only without a credential. The fields `timeline`, `charge` and `webhook.history` are returned by this operation only.',
      input: JobParams.extend({ tenant_id: tenantParameter() }),
      headers: z.object(
        prefer('With `wait=N`, the response waits up to N seconds (1 to 25) for the job to end (RFC 7240)'),
      ),
      output: 'self',
      responses: { 200: { description: 'The job', schema: 'self', headers: preferenceHeaders } },
      errors: ['not_found', 'unavailable'],
    },
    list: {
      kind: 'list',
      summary: 'List image jobs',
      description:
        'Lists the jobs of the tenant, newest first. Anonymous callers get 401, because many users can share an IP address. With `state` or `quality_tier`, a page can have fewer jobs than `limit`, or none. Continue until `next_cursor` is null.',
      input: z.strictObject({
        limit: z.int().min(1).max(100).default(20).describe('Jobs per page'),
        cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page'),
        tenant_id: tenantParameter(),
        state: JobState.optional().describe('Only jobs in this state'),
        quality_tier: QualityTier.optional().describe('Only jobs of this quality tier'),
      }),
      output: z.object({ jobs: z.array(Job), next_cursor: z.string().nullable() }),
      errors: ['not_found', 'unavailable'],
    },
    delete: {
      kind: 'delete',
      summary: 'Delete an image and its job',
      description:
        'Permanently removes the job and its images. A job created without an account can be deleted without a credential, but only from the network that created it, because the job ID is part of the image URL. With `state=queued`, the request cancels the job: a job that has started is not deleted, and a job that has not started is not charged.',
      input: JobParams.extend({
        state: z
          .literal('queued')
          .optional()
          .describe('State that the job must have to be deleted. Default: any state.'),
        tenant_id: tenantParameter(),
      }),
      emits: ['job.deleted'],
      errors: [
        'not_found',
        'unavailable',
        { code: 'job_begun', status: 409, description: 'The job is no longer in the given state and was not deleted.' },
      ],
    },
    start: { kind: 'command', description: 'A worker started the job.', input: NoInput, output: 'self' },
    paint: {
      kind: 'command',
      description: 'The provider delivered the image, and the original was stored.',
      input: NoInput,
      output: 'self',
    },
    finish: {
      kind: 'command',
      description: 'All variants of the image were stored, and the job is completed.',
      input: NoInput,
      output: 'self',
      emits: ['job.completed'],
    },
    fail: {
      kind: 'command',
      description: 'The job failed.',
      input: NoInput,
      output: 'self',
      emits: ['job.failed', 'job.failed_encoding'],
    },
  },
  // There are no events for accepting and starting a job: each event costs a write, and those states last seconds.
  events: {
    'job.completed': JobEnded,
    'job.failed': JobEnded,
    'job.failed_encoding': JobEnded,
    'job.deleted': JobDeleted,
  },
  states: {
    field: 'state',
    initial: 'queued',
    terminal: ENDED,
    transitions: {
      queued: { start: 'processing', fail: 'failed' },
      processing: { paint: 'encoding', fail: 'failed' },
      encoding: { finish: 'completed', fail: 'failed_encoding' },
      completed: {},
      failed: {},
      failed_encoding: {},
    },
  },
  invariants: [
    {
      id: 'ended',
      message: 'completed_at must be present exactly if the job has ended',
      holds: ({ state, completed_at }) => ENDED.includes(state) === (completed_at !== null),
    },
    {
      id: 'pictured',
      message: 'URLs of images must be present only if the job is completed',
      holds: ({ state, asset_url, preset_url, bg_removed_url }) =>
        state === 'completed' || [asset_url, preset_url, bg_removed_url].every((url) => url === null),
    },
    {
      id: 'failed',
      message: 'error and error_code must be present only if the job is failed or failed_encoding',
      holds: ({ state, error, error_code }) => FAILED.includes(state) || (error === null && error_code === null),
    },
  ],
  surfaces: {
    api: {
      basePath: '/v2',
      routes: {
        generate: 'POST /generate',
        list: 'GET /jobs',
        get: 'GET /jobs/:id',
        delete: 'DELETE /jobs/:id',
      },
    },
    db: { table: 'jobs', key: ['job_id'], indexes: [] },
  },
  authority: {
    generate: 'policy:may_generate',
    list: 'policy:may_read',
    get: 'policy:may_read',
    delete: 'policy:may_generate',
    start: 'internal',
    paint: 'internal',
    finish: 'internal',
    fail: 'internal',
  },
})
