import { receiptKind } from '@signet/receipts'
import * as z from 'zod'
import { CLAIMS_SCHEMA_VERSION } from '../src/index.ts'

/** Maximum size of a receipt's public claims as canonical JSON. */
export const PUBLIC_CLAIMS_BYTES = 16_384

const Value = z.union([z.string(), z.int(), z.boolean(), z.array(z.string())])

/**
 * A verdict on a company's security answers. Its claims are public, and each can be disclosed alone (spec platform-api
 * 4.4).
 */
export const CISO_INTAKE = receiptKind({
  kind: 'ciso.intake',
  version: '1',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'claims',
  schemaVersion: CLAIMS_SCHEMA_VERSION,
  claims: z
    .record(z.string(), z.union([Value, z.record(z.string(), Value)]))
    .describe('By claim name, such as mfa or subprocessors[0]'),
  result: ['refused', 'findings', 'recovered'],
  isDisclosable: true,
})

export type PublicClaims = z.input<typeof CISO_INTAKE.claims>
