import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { BAIL_REASONS } from './gap-fill.ts'

const iteration = z.object({
  iteration: z.int(),
  gapsBefore: z.int(),
  gapsAfter: z.int(),
  assets: z.array(z.string()),
  costMicroUsd: z.int(),
  note: z.string().optional(),
})

/** A gap fill that counts against the quota: its log and hash, without the texts (spec platform-api 4.5). */
export const gapFillRow = rowKind({
  name: 'Gap fill of a text, without the text',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'GAPFILL#<tenant>#<id>' },
  owner: 'organization',
  exported: { file: 'evidence-gap-fills' },
  keep: 'permanent',
  schema: z.object({
    id: z.string(),
    tenant: z.string(),
    policyVersion: z.string(),
    policySha256: z.string(),
    inputHash: z.string(),
    revisedHash: z.string(),
    initialGaps: z.int(),
    finalGaps: z.int(),
    bailReason: z.enum(BAIL_REASONS).optional(),
    log: z.array(iteration),
    costMicroUsd: z.int(),
    editor: z.string(),
    gapFillHash: z.string(),
    createdAt: z.string(),
  }),
})

export const fillingRow = rowKind({
  name: 'Asynchronous gap fill, with its text',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'FILLING#<tenant>#<id>' },
  owner: 'organization',
  exported: { none: 'the state of a gap fill' },
  keep: { until: 'until' },
  schema: z.object({
    id: z.string(),
    tenant: z.string(),
    status: z.enum(['running', 'completed', 'failed']),
    policyVersion: z.string(),
    options: z.string().describe('Options of the request, as JSON'),
    state: z.string().describe('Progress, as JSON'),
    failure: z.object({ code: z.string(), message: z.string() }).optional(),
    createdAt: z.string(),
    changedAt: z.string(),
    until: z.string(),
    version: z.int().describe('Number of changes, for optimistic locking between workers'),
  }),
})
