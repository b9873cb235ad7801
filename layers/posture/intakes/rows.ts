import { idempotencyRow } from '@signet/kernel/idempotency-row'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** A judged intake with its verdict. Written with its receipt, and immutable. */
export const intakeRow = rowKind({
  name: 'CISO intake, with its verdict',
  prefix: 'POSTURE#',
  keys: { pk: '<org>', sk: 'INTAKE#<hash>' },
  owner: 'organization',
  exported: { file: 'posture-intakes' },
  keep: 'permanent',
  schema: z.object({
    hash: z.string().describe('Hash of its receipt'),
    asOf: z.string().describe('The day of the verdict'),
    createdAt: z.string(),
    isRefused: z.boolean(),
    summary: z.string(),
    ruleset: z.string(),
    seed: z.int(),
    latencyMs: z.int(),
    payload: z.string().describe('The intake, as JSON'),
    findings: z.string().describe('Findings as JSON'),
    claims: z.string().describe('Public claims of the receipt, as JSON'),
  }),
})

export const listedIntakeRow = rowKind({
  name: 'CISO intake in the list',
  prefix: 'POSTURE#',
  keys: { pk: '<org>', sk: 'LISTED#<at>#<hash>' },
  owner: 'organization',
  exported: { none: 'an index of the intakes' },
  keep: 'permanent',
  schema: z.object({
    hash: z.string(),
    asOf: z.string(),
    createdAt: z.string(),
    isRefused: z.boolean(),
    summary: z.string(),
    findings: z.int(),
    recovered: z.int(),
  }),
})

export const intakeKeyRow = idempotencyRow({
  name: 'Idempotency key of a CISO intake, with the hash of its receipt',
  prefix: 'POSTURE#',
  partition: '<org>',
  owner: 'organization',
})
