import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { Preset } from './vocabulary.ts'

const cacheHeaders = {
  etag: { description: 'Strong validator of these bytes', schema: z.string() },
  'cache-control': { description: 'public, max-age=3600', schema: z.string() },
}

export const getAsset = endpoint({
  name: 'getAsset',
  summary: 'The image',
  description:
    'Streams an image, or one of its four presets (spec 4.5). The id is the secret: no credential is needed.',
  tags: ['assets'],
  route: 'GET /v2/assets/:id',
  authority: 'open',
  stream: true,
  request: {
    params: z.strictObject({ id: z.string().min(1).max(200).describe('Asset id') }),
    query: z.strictObject({ preset: Preset.optional().describe('A resized variant') }),
    headers: z.object({
      'if-none-match': z.string().optional().describe('ETags that the client holds'),
      'if-modified-since': z.string().optional().describe('HTTP date of the copy that the client holds'),
    }),
  },
  responses: {
    200: {
      description: 'The bytes of the image',
      mediaTypes: ['image/webp', 'image/png', 'image/avif'],
      stream: true,
      headers: { ...cacheHeaders, 'last-modified': { description: 'When it was made', schema: z.string() } },
    },
    304: { description: 'The copy that the client holds is current', headers: cacheHeaders },
  },
  errors: ['not_found'],
})
