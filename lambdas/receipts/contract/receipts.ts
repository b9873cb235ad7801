import { endpoint, nameText } from '@signet/contracts'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'
import { Kind, ListedReceipt, Receipt, ReceiptHash, ReceiptStatus } from './receipt-schemas.ts'

const tags = ['receipts']

const params = z.strictObject({ hash: ReceiptHash })

export const listReceipts = endpoint({
  name: 'listReceipts',
  summary: 'List receipts',
  description: 'Receipts of the organization, newest first.',
  tags,
  route: 'GET /api/receipts',
  authority: 'scope:receipts:read',
  request: {
    query: z.strictObject({
      kind: Kind.optional(),
      subject: ReceiptHash.optional().describe('SHA-256 of what they are about'),
      from: z.iso.datetime().optional().describe('Issued then or later'),
      until: z.iso.datetime().optional().describe('Issued before then'),
      limit: z.int().min(1).max(100).default(20).describe('Receipts a page'),
      cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({ receipts: z.array(ListedReceipt), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['unavailable'],
})

export const getReceipt = endpoint({
  name: 'getReceipt',
  summary: 'A receipt',
  description:
    'The receipt as it was signed, with its claims: private ones with the salt that proves them, as long as what they describe is there.',
  tags,
  route: 'GET /api/receipts/:hash',
  authority: 'scope:receipts:read',
  request: { params },
  responses: { 200: { description: 'The receipt', schema: Receipt } },
  errors: ['not_found', 'unavailable'],
})

export const withdrawReceipt = endpoint({
  name: 'withdrawReceipt',
  summary: 'Withdraw a receipt',
  description:
    'Issues a receipt that takes this one back, or says which other one of the organization stands in its place. It stays valid, and whoever verifies it sees what became of it. The reason is public. The same request again changes nothing.',
  tags,
  route: 'POST /api/receipts/:hash/withdraw',
  authority: 'scope:receipts:write',
  idempotent: true,
  request: {
    params,
    body: z.strictObject({
      reason: nameText(500).describe('Why, for everybody to read'),
      superseded_by: ReceiptHash.optional().describe('Hash of the receipt that stands in its place'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: {
      description: 'It is withdrawn or superseded',
      schema: z.object({
        hash: z.string().describe('Hash of the receipt that says so'),
        verifyUrl: z.string(),
        status: ReceiptStatus,
      }),
    },
  },
  errors: [
    'not_found',
    RECEIPT_CONFLICT,
    { code: 'conflict', status: 409, description: 'It was withdrawn or superseded in another way.' },
    {
      code: 'unprocessable',
      status: 422,
      description: 'It says what became of another receipt or of a key, which nobody takes back.',
    },
    'unavailable',
  ],
})
