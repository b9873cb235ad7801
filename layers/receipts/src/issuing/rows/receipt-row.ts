import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { receiptListRow } from './receipt-list-row.ts'

/** Revocation status of a receipt. Each change is proven by another receipt of the same organization. */
export const RECEIPT_STATES = ['active', 'withdrawn', 'superseded'] as const

export const receiptRow = rowKind({
  name: 'Receipt',
  prefix: 'RECEIPT#',
  keys: { pk: '<hash>', sk: 'RECEIPT' },
  owner: 'organization',
  within: [receiptListRow],
  erasure: { none: 'contains no personal data' },
  exported: { none: 'exported with its list' },
  keep: 'permanent',
  schema: z.object({
    org: z.string(),
    seq: z.int(),
    previous: z.string().optional().describe('Hash of the previous receipt in the chain'),
    kind: z.string(),
    subject: z.string().describe('SHA-256 of the file or data that the receipt is about'),
    ref: z.string().optional().describe('Reference to the subject, such as a job ID'),
    issued_at: z.string(),
    visibility: z.enum(['public', 'private']),
    payload: z.string().describe('The signed body in base64'),
    kid: z.string(),
    sig: z.string(),
    claims: z.string().optional().describe('Public claims, as canonical JSON'),
    state: z.enum(RECEIPT_STATES),
    changed_at: z.string().optional(),
    changed_by: z.string().optional().describe('Hash of the receipt that withdraws or supersedes it'),
    replaced_by: z.string().optional().describe('Hash of the receipt that supersedes it'),
    reason: z.string().optional(),
    log_year: z.string().optional().describe('Year of the log that contains the receipt'),
    leaf_index: z.int().optional().describe('Index of the receipt in the log'),
  }),
})
