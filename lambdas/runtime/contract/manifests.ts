import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { RUNTIME_RATE } from './rates.ts'

const etag = { etag: { description: 'SHA-256 of this register', schema: z.string() } }

const ManifestHeaders = z.object({
  'if-none-match': z.string().max(200).optional().describe('ETag of the cached copy'),
})

export const getCrownrot = endpoint({
  name: 'getCrownrot',
  summary: 'Get the deprecation register',
  description:
    'Returns the engine and the built-in decks (sets of expert advice), spreads (question sets) and patterns (project templates) with their state: `current`, `aging`, `deprecated` or `retired`. The checks of a generated project query this register weekly and fail on retired items.',
  tags: ['manifests'],
  route: 'GET /manifests/crownrot',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { headers: ManifestHeaders },
  responses: {
    200: {
      description: 'The deprecation register',
      schema: z
        .object({
          schema: z.literal(1),
          as_of: z.iso.date(),
          items: z.array(
            z.object({
              kind: z.enum(['deck', 'card', 'spread', 'pattern', 'dependency', 'runtime']),
              id: z.string(),
              version: z.string(),
              state: z.enum(['current', 'aging', 'deprecated', 'retired']),
              retires_at: z.iso.date().optional(),
              replacement: z.string().optional(),
              reason: z.string(),
            }),
          ),
        })
        .meta({ id: 'Crownrot' }),
      headers: etag,
    },
    304: { description: 'The cached copy is current', headers: etag },
  },
  errors: ['unavailable'],
})

export const getCloudflareManifest = endpoint({
  name: 'getCloudflareManifest',
  summary: 'Get the Cloudflare manifest',
  description:
    "Returns, for each pattern (project template), the bindings, triggers and limits of its Worker as `wrangler.jsonc` fields, and the files of its scaffold. The configuration conforms to Wrangler's schema.",
  tags: ['manifests'],
  route: 'GET /manifests/cloudflare',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { headers: ManifestHeaders },
  responses: {
    200: {
      description: 'The manifest of each pattern',
      schema: z
        .object({
          schema: z.literal(1),
          compatibility_date: z.iso.date(),
          wrangler: z.string().describe('Version of Wrangler whose schema validates the configuration'),
          patterns: z.array(
            z.object({
              pattern: z.string(),
              version: z.string(),
              bindings: z.looseObject({}),
              triggers: z.object({ crons: z.array(z.string()) }),
              limits: z
                .object({ cpu_ms: z.int().optional() })
                .describe("CPU time limit of the pattern's slowest function, in milliseconds; empty without functions"),
              files: z.array(z.string()),
            }),
          ),
        })
        .meta({ id: 'CloudflareManifest' }),
      headers: etag,
    },
    304: { description: 'The cached copy is current', headers: etag },
  },
  errors: ['unavailable'],
})

export const getAwsManifest = endpoint({
  name: 'getAwsManifest',
  summary: 'Get the AWS manifest',
  description:
    'Returns, for each pattern (project template), the resources, the functions with their triggers and limits, and the files of its scaffold.',
  tags: ['manifests'],
  route: 'GET /manifests/aws',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: { headers: ManifestHeaders },
  responses: {
    200: {
      description: 'The manifest of each pattern',
      schema: z
        .object({
          schema: z.literal(1),
          runtime: z.string().describe('Lambda runtime of the functions'),
          patterns: z.array(
            z.object({
              pattern: z.string(),
              version: z.string(),
              bindings: z.array(z.string()).describe("Names of the CDK constructs in the pattern's stack"),
              triggers: z.array(z.object({ kind: z.string(), every_minutes: z.int().optional() })),
              limits: z.array(z.object({ function: z.string(), timeout_seconds: z.int(), memory_mb: z.int() })),
              files: z.array(z.string()),
            }),
          ),
        })
        .meta({ id: 'AwsManifest' }),
      headers: etag,
    },
    304: { description: 'The cached copy is current', headers: etag },
  },
  errors: ['unavailable'],
})
