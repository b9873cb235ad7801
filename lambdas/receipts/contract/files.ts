import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { ReceiptHash } from './receipt-schemas.ts'

export const downloadReceipt = endpoint({
  name: 'downloadReceipt',
  summary: 'Download a receipt',
  description:
    'Returns a file that you can share, even if the receipt is private. `zip` contains everything that is required for offline verification. `dsse.json` is the signed envelope, `sigstore.json` is a Sigstore bundle v0.3, and `tlog-proof` is the inclusion proof of the log. With `opening=true`, anyone who has the ZIP archive can read and verify the private claims.',
  tags: ['receipts'],
  route: 'GET /api/receipts/:hash/files/:form',
  authority: 'scope:receipts:read',
  stream: true,
  request: {
    params: z.strictObject({
      hash: ReceiptHash,
      form: z.enum(['zip', 'dsse.json', 'sigstore.json', 'tlog-proof']).describe('Format of the file'),
    }),
    query: z.strictObject({
      opening: z
        .boolean()
        .default(false)
        .describe('Whether the ZIP archive includes the opening, which reveals the private claims'),
    }),
  },
  responses: {
    200: {
      description: 'The file',
      mediaTypes: [
        'application/zip',
        'application/json',
        'application/vnd.dev.sigstore.bundle.v0.3+json',
        'text/plain; charset=utf-8',
      ],
      headers: { 'content-disposition': { description: 'Attachment with a file name', schema: z.string() } },
    },
  },
  errors: ['not_found', 'unavailable'],
})
