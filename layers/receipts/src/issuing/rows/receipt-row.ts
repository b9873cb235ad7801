import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { receiptListRow } from './receipt-list-row.ts'

/** What became of a receipt. Another receipt of the same organization says so. */
export const RECEIPT_STATES = ['active', 'withdrawn', 'superseded'] as const

export const receiptRow = rowKind({
  name: 'Receipt',
  prefix: 'RECEIPT#',
  keys: { pk: '<hash>', sk: 'RECEIPT' },
  owner: 'organization',
  within: [receiptListRow],
  erasure: { none: 'names nobody' },
  exported: { none: 'exported with its list' },
  keep: 'for ever',
  schema: z.object({
    org: z.string(),
    seq: z.int(),
    previous: z.string().optional().describe('Hash of the one before it in the chain'),
    kind: z.string(),
    subject: z.string().describe('SHA-256 of what it is about'),
    ref: z.string().optional().describe('The same in words of its owner, such as the id of a job'),
    issued_at: z.string(),
    visibility: z.enum(['public', 'private']),
    payload: z.string().describe('The body in base64, as it was signed'),
    kid: z.string(),
    sig: z.string(),
    claims: z.string().optional().describe('Public claims, as canonical JSON'),
    state: z.enum(RECEIPT_STATES),
    changed_at: z.string().optional(),
    changed_by: z.string().optional().describe('Hash of the receipt that says so'),
    replaced_by: z.string().optional().describe('Hash of the receipt that supersedes it'),
    reason: z.string().optional(),
    log_year: z.string().optional().describe('The log that it is in'),
    leaf_index: z.int().optional().describe('Its place there'),
  }),
})
