import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getAsset = endpoint({
  name: 'get_asset',
  summary: 'Download an image',
  description: 'Streams the image, or a resized variant of it.',
  tags: ['assets'],
  route: 'GET /v2/assets/:id',
  authority: 'public',
  request: {
    params: z.object({ id: z.string() }),
    query: z.object({ preset: z.enum(['thumbnail', 'hero']).optional() }),
    headers: z.object({ 'if-none-match': z.string().optional() }),
  },
  responses: {
    200: {
      description: 'The image.',
      stream: true,
      mediaTypes: ['image/webp', 'image/png'],
      headers: { 'Cache-Control': { description: 'An hour.', schema: z.string() } },
    },
    304: { description: 'Unchanged.' },
    302: {
      description: 'The image is at another URL.',
      headers: { Location: { description: 'URL of the image.', schema: z.url() } },
    },
  },
  errors: ['not_found', { code: 'asset_expired', status: 410 }],
})

export const paint = endpoint({
  name: 'paint',
  description: 'Paints an image.',
  route: { method: 'POST', path: '/v2/paint' },
  authority: 'scope:generate',
  request: {
    body: z.object({
      prompt: z.string().min(1).max(2000),
      aspect_ratio: z.enum(['1:1', '3:2']).default('1:1'),
      seed: z.int().min(0).max(2147483647).optional(),
      strength: z.number().min(0).max(1).optional(),
      notify: z.url().optional(),
      layers: z
        .array(z.object({ name: z.string(), opacity: z.number().default(1) }))
        .max(2)
        .optional(),
    }),
    headers: z.object({ 'idempotency-key': z.string().max(64).optional() }),
  },
  responses: {
    201: { description: 'Painted.', schema: z.object({ id: z.string(), state: z.enum(['queued', 'done']) }) },
    202: { description: 'Queued.', schema: z.object({ id: z.string(), state: z.enum(['queued', 'done']) }) },
  },
  errors: ['model_locked'],
  idempotent: true,
})

export const search = endpoint({
  name: 'search',
  description: 'Finds things.',
  route: 'GET /v2/things',
  authority: 'authenticated',
  request: {
    query: z.object({
      q: z.string(),
      limit: z.int().min(1).max(100).default(20),
      ratio: z.number().optional(),
      all: z.boolean().optional(),
      tag: z.array(z.string()).optional(),
      at: z.union([z.number(), z.enum(['now'])]).optional(),
    }),
  },
  responses: { 200: { description: 'The found items.', schema: z.object({ items: z.array(z.string()) }) } },
})

export const upload = endpoint({
  name: 'upload',
  description: 'Stores a part of a file.',
  route: 'PUT /v2/files/:id/parts/:part',
  authority: 'session',
  request: {
    params: z.object({ id: z.string(), part: z.int().min(1) }),
    bodyType: 'bytes',
    maxBodyBytes: 10_000_000,
  },
  responses: { 204: { description: 'Stored.' } },
})
