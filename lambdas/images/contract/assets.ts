import { endpoint } from '@signet/contracts'
import { OutputFormat, Preset } from '@signet/imaging/schemas/vocabulary'
import * as z from 'zod'

const optionalHeader = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] })

const cacheHeaders = {
  etag: { description: 'Strong validator of the returned bytes', schema: z.string() },
  'cache-control': { description: 'Always `public, max-age=3600`', schema: z.string() },
  vary: { description: '`Accept`; absent if the URL specifies the format', schema: z.string().optional() },
  'x-receipt': {
    description:
      'Hash of the receipt for exactly these bytes; present only if the image has the format and quality of its job',
    schema: z.string().optional(),
  },
}
const imageHeaders = {
  ...cacheHeaders,
  'last-modified': { description: 'Time of creation', schema: z.string() },
  'accept-ranges': { description: 'Always `bytes`', schema: z.string() },
  'content-disposition': { description: 'Suggested file name', schema: z.string() },
}
const mediaTypes = ['image/webp', 'image/png', 'image/avif']

export const getAsset = endpoint({
  name: 'getAsset',
  summary: 'Get an image',
  description:
    'Returns an image, or one of its four resized variants. The asset ID is secret, so no credential is required. Conversion to other formats and qualities is free.',
  tags: ['assets'],
  route: 'GET /v2/assets/:id',
  authority: 'open',
  // Limits the cost that one address can cause, because every client with the id can fetch an image.
  rate: { requests: 3_000, window: '1m', by: 'address' },
  stream: true,
  request: {
    params: z.strictObject({ id: z.string().min(1).max(200).describe('Asset ID') }),
    query: z.strictObject({
      preset: Preset.optional().describe('Name of the resized variant. Default: the complete image.'),
      format: OutputFormat.optional().describe(
        'Output format. Default: the best match for `Accept`, or the format of the job if several match equally.',
      ),
      quality: z
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe('Output quality, for `webp` and `avif`. The nearest of 25, 50, 70, 85 and 95 is used.'),
    }),
    headers: z.object({
      accept: optionalHeader(
        'Accepted media types. If none of them is supported, the image is returned anyway.',
        'image/avif,image/webp,*/*;q=0.8',
      ),
      'if-none-match': optionalHeader("ETags of the client's copies", '"3f2b8c1e"'),
      'if-modified-since': optionalHeader("HTTP date of the client's copy", 'Sat, 31 Jan 2026 12:00:00 GMT'),
      range: optionalHeader('One byte range. A request for several ranges returns the complete image.', 'bytes=0-1023'),
      'if-range': optionalHeader(
        'ETag or HTTP date of a partial copy. If the image has changed, `range` is ignored.',
        '"3f2b8c1e"',
      ),
    }),
  },
  responses: {
    200: { description: 'The image', mediaTypes, stream: true, headers: imageHeaders },
    206: {
      description: 'The requested byte range',
      mediaTypes,
      stream: true,
      headers: {
        ...imageHeaders,
        'content-range': { description: 'Returned byte range and total size', schema: z.string() },
      },
    },
    304: { description: "The client's copy is current", headers: cacheHeaders },
  },
  errors: [
    'not_found',
    { code: 'range_not_satisfiable', status: 416, description: 'The range starts beyond the end of the image.' },
  ],
})
