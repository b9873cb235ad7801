import { endpoint, nameText } from '@signet/contracts'
import { RECEIPT_CONFLICT } from '@signet/receipts/access'
import * as z from 'zod'
import { Kind, ListedReceipt, Receipt, ReceiptHash, ReceiptStatus } from './receipt-schemas.ts'

const tags = ['receipts']

const params = z.strictObject({ hash: ReceiptHash })

export const listReceipts = endpoint({
  name: 'listReceipts',
  summary: 'List receipts',
  description: 'Returns receipts of the organization, newest first.',
  tags,
  route: 'GET /api/receipts',
  authority: 'scope:receipts:read',
  request: {
    query: z.strictObject({
      kind: Kind.optional(),
      subject: ReceiptHash.optional().describe('Filter by SHA-256 of the subject'),
      from: z.iso.datetime().optional().describe('Earliest issue time, inclusive'),
      until: z.iso.datetime().optional().describe('Latest issue time, exclusive'),
      limit: z.int().min(1).max(100).default(20).describe('Maximum number of receipts per page'),
      cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of receipts',
      schema: z.object({ receipts: z.array(ListedReceipt), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['unavailable'],
})

export const getReceipt = endpoint({
  name: 'getReceipt',
  summary: 'Get a receipt',
  description:
    'Returns the signed receipt and its claims. The response for a private receipt includes the opening of its claims (the claims and a salt) until the data that the claims describe is erased.',
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
    'Issues a receipt that withdraws this one, or supersedes it with another receipt of the organization. The signature stays valid, and verifiers see the new status. The reason is public. Repeating the request has no effect.',
  tags,
  route: 'POST /api/receipts/:hash/withdraw',
  authority: 'scope:receipts:write',
  idempotent: true,
  request: {
    params,
    body: z.strictObject({
      reason: nameText(500).describe('Reason for the withdrawal or replacement. It is public.'),
      superseded_by: ReceiptHash.optional().describe(
        'Hash of the superseding receipt. If absent, the receipt is withdrawn.',
      ),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: {
      description: 'The receipt was withdrawn or superseded',
      schema: z.object({
        hash: z.string().describe('Hash of the receipt that proves the status change'),
        verifyUrl: z.string(),
        status: ReceiptStatus,
      }),
    },
  },
  errors: [
    'not_found',
    RECEIPT_CONFLICT,
    {
      code: 'conflict',
      status: 409,
      description: 'The receipt was already withdrawn or superseded, with a different reason or superseding receipt.',
    },
    {
      code: 'unprocessable',
      status: 422,
      description: 'The receipt records a status change of another receipt or of a key. It cannot be withdrawn.',
    },
    'unavailable',
  ],
})
