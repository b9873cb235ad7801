import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { RUNTIME_RATE } from './rates.ts'

const etag = { etag: { description: 'Of this register', schema: z.string() } }

export const getCrownrot = endpoint({
  name: 'getCrownrot',
  summary: 'Register of decay',
  description:
    'What of the runtime is current, ages, is deprecated or retired. The checks of a scaffold ask weekly, and fail on what is retired.',
  tags: ['manifests'],
  route: 'GET /manifests/crownrot',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    headers: z.object({ 'if-none-match': z.string().max(200).optional().describe('ETag of the present copy') }),
  },
  responses: {
    200: {
      description: 'The register',
      schema: z
        .object({
          schema: z.literal(1),
          as_of: z.iso.date(),
          items: z.array(
            z.object({
              kind: z.enum(['deck', 'card', 'spread', 'pattern', 'dependency', 'runtime']),
              id: z.string(),
              version: z.string(),
              state: z.enum(['current', 'ageing', 'deprecated', 'retired']),
              retires_at: z.iso.date().optional(),
              replacement: z.string().optional(),
              reason: z.string(),
            }),
          ),
        })
        .meta({ id: 'Crownrot' }),
      headers: etag,
    },
    304: { description: 'The copy is current', headers: etag },
  },
  errors: ['unavailable'],
})
