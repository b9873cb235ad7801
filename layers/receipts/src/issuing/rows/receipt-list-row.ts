import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** The list of all receipts of an organization. The others are called by their kind, or by the SHA-256 of their subject. */
export const ALL_RECEIPTS = 'all'

export const receiptListRow = rowKind({
  name: 'Receipt in a list of its organization: all, of a kind, about a subject',
  prefix: 'RECEIPTS#',
  keys: { pk: '<org>/<list>', sk: '<at>#<number>' },
  owner: 'organization',
  within: { list: [ALL_RECEIPTS] },
  erasure: { none: 'names nobody' },
  exported: { file: 'receipts' },
  keep: 'for ever',
  schema: z.object({
    hash: z.string(),
    seq: z.int(),
    kind: z.string(),
    subject: z.string(),
    ref: z.string().optional(),
    visibility: z.enum(['public', 'private']),
    issued_at: z.string(),
  }),
})
