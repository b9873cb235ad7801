import { KINDS } from '@signet/receipts'
import * as z from 'zod'

/** The name of a receipt: SHA-256 of its body in lowercase hexadecimal digits. */
export const ReceiptHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hexadecimal digits')
  .describe('Hash of the receipt')

export const Kind = z.enum(KINDS).describe('What the receipt is about')

const Visibility = z.enum(['public', 'private'])

const State = z.enum(['active', 'withdrawn', 'superseded'])

/** What became of a receipt. It stays valid: it was issued. */
export const ReceiptStatus = z
  .object({
    state: State,
    at: z.iso.datetime().nullable(),
    reason: z.string().nullable(),
    by: z.string().nullable().describe('Hash of the receipt that withdraws it, or that stands in its place'),
  })
  .meta({ id: 'ReceiptStatus' })

export const ListedReceipt = z
  .object({
    hash: z.string(),
    kind: z.string(),
    seq: z.int().describe('Place in the chain of the organization, from 1'),
    subject: z.string().describe('SHA-256 of what it is about'),
    ref: z.string().nullable().describe('The same in words of its owner, such as the id of a job'),
    issuedAt: z.iso.datetime(),
    claimsVisibility: Visibility,
    verifyUrl: z.string(),
    state: State.describe('What became of it'),
    logged: z.boolean().describe('Whether the log has it; false: it will be there within minutes'),
  })
  .meta({ id: 'ListedReceipt' })

const Envelope = z
  .object({
    payload: z.string().describe('The body in base64'),
    payloadType: z.string(),
    signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
  })
  .meta({ id: 'ReceiptEnvelope' })

export const Receipt = ListedReceipt.extend({
  envelope: Envelope,
  claims: z.unknown().optional().describe('Public claims, which the receipt names by their digest'),
  opening: z
    .object({ salt: z.string(), claims: z.unknown() })
    .optional()
    .describe('What proves private claims; absent once what they describe is gone'),
  log: z
    .object({ year: z.string(), index: z.int() })
    .nullable()
    .describe('Its place in the log; null: it will be there within minutes'),
  status: ReceiptStatus,
}).meta({ id: 'Receipt' })
