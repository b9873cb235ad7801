import { KINDS } from '@signet/receipts'
import * as z from 'zod'

/** Identifier of a receipt: SHA-256 of its body in lowercase hexadecimal digits. */
export const ReceiptHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits')
  .describe('Hash of the receipt')

export const Kind = z.enum(KINDS).describe('Filter by kind of receipt')

const Visibility = z.enum(['public', 'private'])

const State = z.enum(['active', 'withdrawn', 'superseded'])

/** Revocation status. The signature stays valid. */
export const ReceiptStatus = z
  .object({
    state: State,
    at: z.iso.datetime().nullable().describe('Time of the withdrawal or replacement; null for an active receipt'),
    reason: z.string().nullable().describe('Reason for the withdrawal or replacement; null for an active receipt'),
    by: z
      .string()
      .nullable()
      .describe('Hash of the receipt that withdraws or supersedes this one; null for an active receipt'),
  })
  .meta({ id: 'ReceiptStatus' })

export const ListedReceipt = z
  .object({
    hash: z.string(),
    kind: z.string().describe('Kind of the receipt, such as `ciso.intake`'),
    seq: z.int().describe("Position in the organization's chain of receipts, from 1"),
    subject: z.string().describe('SHA-256 of the subject: the file or data that the receipt is about'),
    ref: z.string().nullable().describe('Reference to the subject, such as a job ID; null if there is none'),
    issuedAt: z.iso.datetime(),
    claimsVisibility: Visibility,
    verifyUrl: z.string(),
    state: State.describe('Whether the receipt is active, withdrawn or superseded'),
    logged: z
      .boolean()
      .describe('Whether the transparency log contains the receipt. If false, the receipt is added within minutes.'),
  })
  .meta({ id: 'ListedReceipt' })

const Envelope = z
  .object({
    payload: z.string().describe('The signed statement, base64-encoded'),
    payloadType: z.string(),
    signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
  })
  .meta({ id: 'ReceiptEnvelope' })

export const Receipt = ListedReceipt.extend({
  envelope: Envelope,
  claims: z
    .unknown()
    .optional()
    .describe('Public claims; absent for private claims. The receipt contains their digest.'),
  opening: z
    .object({ salt: z.string(), claims: z.unknown() })
    .optional()
    .describe(
      'Opening of the private claims: their content and the salt of the signed digest. Absent for public claims, and after the data that the claims describe is erased.',
    ),
  log: z
    .object({ year: z.string(), index: z.int() })
    .nullable()
    .describe('Position in the transparency log; null until the log contains the receipt, usually within minutes'),
  status: ReceiptStatus,
}).meta({ id: 'Receipt' })
