import { defineContract } from '@signet/contracts'
import * as z from 'zod'

export const Job = z
  .object({
    job_id: z.string(),
    state: z.enum(['queued', 'processing', 'encoding', 'completed', 'failed', 'failed_encoding']),
    prompt: z.string(),
    seed: z.int().nullable(),
    asset_url: z.url().nullable(),
    created_at: z.iso.datetime(),
    tags: z.array(z.string()).default([]),
  })
  .meta({ id: 'Job', description: 'One request for an image and what became of it.' })

/** The jobs of the image service, reduced to the parts that use every feature. */
export const jobs = defineContract({
  name: 'job',
  version: '2.1.0',
  description: 'A request for an image.',
  schema: Job,
  operations: {
    generate: {
      kind: 'create',
      input: z.object({
        prompt: z.string().min(1).max(2000),
        seed: z.int().min(0).max(2147483647).optional(),
        output_format: z.enum(['png', 'webp']).default('webp'),
      }),
      headers: z.object({ 'idempotency-key': z.string().max(64).optional() }),
      responses: {
        201: {
          description: 'Painted.',
          schema: 'self',
          headers: { Location: { description: 'The job.', schema: z.string() } },
        },
        202: 'self',
      },
      emits: ['created'],
      errors: ['model_locked', 'quota_exceeded'],
      idempotent: true,
    },
    get: { input: z.object({ id: z.string() }), errors: ['not_found'] },
    list: {
      input: z.object({
        state: z.enum(['queued', 'completed']).optional(),
        limit: z.int().min(1).max(100).default(20),
      }),
      output: z.object({ items: z.array(Job), next_cursor: z.string().nullable() }),
    },
    delete: { input: z.object({ id: z.string() }), errors: ['not_found'] },
    retry: {
      input: z.object({ id: z.string(), seed: z.int().optional() }),
      errors: ['not_found'],
    },
    start: {},
    paint: {},
    finish: { emits: ['completed'] },
    fail: { input: z.object({ error: z.string() }), emits: ['failed'] },
  },
  states: {
    field: 'state',
    initial: 'queued',
    terminal: ['completed', 'failed_encoding'],
    transitions: {
      queued: { start: 'processing', fail: 'failed' },
      processing: { paint: 'encoding', fail: 'failed' },
      encoding: { finish: 'completed', fail: 'failed_encoding' },
      completed: {},
      failed: { retry: 'queued' },
      failed_encoding: {},
    },
  },
  surfaces: {
    api: {
      basePath: '/v2',
      routes: {
        generate: 'POST /generate',
        get: 'GET /jobs/:id',
        list: 'GET /jobs',
        delete: { method: 'DELETE', path: '/jobs/:id' },
        retry: 'POST /jobs/:id/retry',
      },
    },
    db: { table: 'jobs', key: ['job_id'], indexes: [['state', 'created_at']] },
  },
  authority: {
    generate: 'public',
    get: 'authenticated',
    list: 'authenticated',
    delete: 'policy:owner',
    retry: 'scope:generate',
    start: 'internal',
    paint: 'internal',
    finish: 'internal',
    fail: 'internal',
  },
  events: {
    created: z.object({ job_id: z.string() }),
    completed: z.object({ job_id: z.string(), asset_url: z.url() }),
    failed: z.object({ job_id: z.string(), error: z.string() }),
  },
  invariants: [
    {
      id: 'asset-when-completed',
      message: 'a completed job has an asset',
      holds: (job) => job.state !== 'completed' || job.asset_url !== null,
    },
  ],
})
