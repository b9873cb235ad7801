import { createHash } from 'node:crypto'
import { CHAIN_START, publicClaims, receiptKind, type StatementInput, tenantTag } from '@signet/receipts'
import * as z from 'zod'

export const LEDGER = receiptKind({
  kind: 'ledger.statement',
  version: '1',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'postings',
  claims: z.strictObject({ month: z.string(), closingMicroUsd: z.int() }),
  result: ['creditsMicroUsd'],
})

export const IMAGE = receiptKind({
  kind: 'image',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'image',
  claims: z.strictObject({ model: z.string(), prompt: z.string() }),
})

export const ISSUER = 'https://signet.example'
export const PEPPER = new Uint8Array(32).fill(5)
export const bytes = (length: number, first = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (first + index) % 256)
export const sha256Of = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

export const MONTH = { month: '2026-11', closingMicroUsd: 12_000_000 }

/** Input of the first statement of a ledger. */
export const ledgerInput = (): StatementInput<typeof LEDGER> => ({
  kind: LEDGER,
  subject: { sha256: sha256Of('postings') },
  issuer: ISSUER,
  issuedAt: new Date('2026-12-01T00:00:00.000Z'),
  nonce: bytes(16),
  tenant: tenantTag(PEPPER, 'org-1'),
  chain: { seq: 1, prev: CHAIN_START },
  claims: publicClaims(LEDGER, MONTH).ref,
  result: { creditsMicroUsd: 120 },
})
