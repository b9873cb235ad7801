import { receiptKind } from '@signet/receipts'
import * as z from 'zod'
import { CLAIMS_SCHEMA_VERSION } from '../src/index.ts'

/** The largest public claims of a receipt, as canonical JSON: what everybody is shown beside it. */
export const PUBLIC_CLAIMS_BYTES = 16_384

const Value = z.union([z.string(), z.int(), z.boolean(), z.array(z.string())])

/** A verdict on what a company says of its security. Its claims are public, and each can be shown alone (spec platform-api 4.4). */
export const CISO_INTAKE = receiptKind({
  kind: 'ciso.intake',
  version: '1',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'claims',
  schemaVersion: CLAIMS_SCHEMA_VERSION,
  claims: z
    .record(z.string(), z.union([Value, z.record(z.string(), Value)]))
    .describe('By name: mfa, subprocessors[0]'),
  result: ['refused', 'findings', 'recovered'],
  isDisclosable: true,
})

export type PublicClaims = z.input<typeof CISO_INTAKE.claims>
