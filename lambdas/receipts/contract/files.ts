import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { ReceiptHash } from './receipt-schemas.ts'

export const downloadReceipt = endpoint({
  name: 'downloadReceipt',
  summary: 'Download a receipt',
  description:
    'A file to hand on, also of a private receipt: `zip` is all that a check without a network takes, `dsse.json` the envelope, `sigstore.json` a bundle v0.3, `tlog-proof` the proof of the log. With `opening` the ZIP proves the private claims to whoever gets it.',
  tags: ['receipts'],
  route: 'GET /api/receipts/:hash/files/:form',
  authority: 'scope:receipts:read',
  // Bytes.
  stream: true,
  request: {
    params: z.strictObject({
      hash: ReceiptHash,
      form: z.enum(['zip', 'dsse.json', 'sigstore.json', 'tlog-proof']).describe('Which file'),
    }),
    query: z.strictObject({
      opening: z.boolean().default(false).describe('Whether the ZIP proves the private claims, too'),
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
      headers: { 'content-disposition': { description: 'A name for the file', schema: z.string() } },
    },
  },
  errors: ['not_found', 'unavailable'],
})
