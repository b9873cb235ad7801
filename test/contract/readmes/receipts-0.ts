import { readFileSync } from 'node:fs'
import { sha256Hex } from '@signet/receipts/digest'
import { bodyOf, CHAIN_START, publicClaims, receiptHash, receiptKind, seal, statementOf, tenantTag } from '@signet/receipts'
import { LocalEd25519Signer } from '@signet/receipts/local-signer'
import * as z from 'zod'

const STATEMENT = receiptKind({
  kind: 'ledger.statement',
  version: '1',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'postings',
  claims: z.strictObject({ month: z.string(), closingMicroUsd: z.int() }),
})
const { ref, claims } = publicClaims(STATEMENT, { month: '2026-11', closingMicroUsd: 12_000_000 })
const nonce = crypto.getRandomValues(new Uint8Array(16))
const tenant = tenantTag(readFileSync('pepper'), 'acme')
const body = bodyOf(
  statementOf({
    kind: STATEMENT,
    issuer: 'https://signet.example',
    tenant,
    nonce,
    issuedAt: new Date(),
    claims: ref,
    subject: { sha256: sha256Hex('the postings of November') },
    chain: { seq: 1, prev: CHAIN_START },
  }),
)
receiptHash(body) // identifies the receipt in every URL
await seal(body, new LocalEd25519Signer(readFileSync('key.pem', 'utf8'))) // the envelope, published with `claims`

export {}
