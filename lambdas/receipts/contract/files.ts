import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { ReceiptHash } from './receipt-schemas.ts'

export const downloadReceipt = endpoint({
  name: 'downloadReceipt',
  summary: 'Download a receipt',
  description:
    'Returns a file to share, also of a private receipt. `zip` contains everything for offline verification, `dsse.json` the envelope, `sigstore.json` a bundle v0.3, `tlog-proof` the proof of the log. With `opening`, the ZIP proves the private claims to anyone who has it.',
  tags: ['receipts'],
  route: 'GET /api/receipts/:hash/files/:form',
  authority: 'scope:receipts:read',
  stream: true,
  request: {
    params: z.strictObject({
      hash: ReceiptHash,
      form: z.enum(['zip', 'dsse.json', 'sigstore.json', 'tlog-proof']).describe('Form of the file'),
    }),
    query: z.strictObject({
      opening: z.boolean().default(false).describe('Whether the ZIP includes the proof of private claims'),
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
