import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

const POSTING_TYPES = ['welcome', 'capture', 'release', 'pack', 'gift', 'renewal', 'end', 'expiry', 'clawback'] as const

/**
 * An image in its delivered form, identified by the digest of its bytes. The claims are private: the owner can disclose
 * all or some of them, such as the model without the prompt. The openings (claim values with their salts) are deleted
 * with the job.
 */
export const IMAGE = receiptKind({
  kind: 'image',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'image',
  isDisclosable: true,
  claims: z.strictObject({
    jobId: z.string(),
    prompt: z.string(),
    paintedPrompt: z.string().optional(),
    negativePrompt: z.string().optional(),
    model: z.string(),
    provider: z.string(),
    tier: z.string(),
    format: z.string(),
    /** 1 to 100; absent for PNG. */
    quality: z.int().optional(),
    aspectRatio: z.string(),
    width: z.int(),
    height: z.int(),
    seed: z.int().optional(),
    /** Strength of the change to a source image, in thousandths, because receipts contain no fractions. */
    strengthThousandths: z.int().optional(),
    createdAt: z.string(),
    completedAt: z.string(),
  }),
})

/**
 * The ledger of an account for a UTC month. The subject is the SHA-256 of its postings: each `{at, lines, ref, type}`
 * of the statement of credits as canonical JSON (RFC 8785) followed by a line feed, in chronological order. Credits
 * include held ones; `openingCredits` plus the credits of all sums is `closingCredits`.
 */
export const LEDGER_STATEMENT = receiptKind({
  kind: 'ledger.statement',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'postings',
  isDisclosable: true,
  claims: z.strictObject({
    month: z.string().regex(/^\d{4}-\d{2}$/),
    openingCredits: z.int(),
    closingCredits: z.int(),
    postings: z.int(),
    /** By type of posting. `moneyMicroUsd`: payments minus refunds, in millionths of a US dollar. */
    sums: z.partialRecord(
      z.enum(POSTING_TYPES),
      z.strictObject({ postings: z.int(), credits: z.int(), moneyMicroUsd: z.int() }),
    ),
  }),
})
