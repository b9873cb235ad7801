import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/**
 * Name of the list of all receipts of an organization. The other lists are named after a kind, or the SHA-256 of a
 * subject.
 */
export const ALL_RECEIPTS = 'all'

export const receiptListRow = rowKind({
  name: 'Receipt in a list of its organization: all, by kind, by subject',
  prefix: 'RECEIPTS#',
  keys: { pk: '<org>/<list>', sk: '<at>#<number>' },
  owner: 'organization',
  within: { list: [ALL_RECEIPTS] },
  erasure: { none: 'contains no personal data' },
  exported: { file: 'receipts' },
  keep: 'permanent',
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
