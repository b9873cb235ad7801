import {
  blind,
  bodyOf,
  CHAIN_START,
  checkpointText,
  cosign,
  type Envelope,
  hashesOf,
  inclusionProof,
  leafHash,
  logProofText,
  type PublicKeyRecord,
  receiptHash,
  rootOf,
  type Statement,
  seal,
  signNote,
  statementOf,
  tenantTag,
  toBase64Url,
  toHex,
  verifierKey,
} from '@signet/receipts'
import { bytes, ISSUER, PEPPER } from '../examples.ts'
import { RFC_SEED, signerOfSeed } from '../signing-key.ts'
import { goldenKinds } from './golden-kinds.ts'

/** RFC 8032, section 7.1, tests 1 to 3. */
export const RECEIPT_KEY = signerOfSeed(RFC_SEED)
export const LOG_KEY = signerOfSeed('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb')
export const WITNESS_KEY = signerOfSeed('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7')

const ORIGIN = 'signet.example/log/2026'
const WITNESS = 'witness.example'

export const keyRecord = (): PublicKeyRecord => ({
  kid: RECEIPT_KEY.kid,
  x: toBase64Url(RECEIPT_KEY.publicKey),
  use: 'receipt',
  status: 'active',
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_until: null,
  revoked_at: null,
})

export const LOG_VKEY = verifierKey({ name: ORIGIN, type: 'ed25519', publicKey: LOG_KEY.publicKey })
export const WITNESS_VKEY = verifierKey({ name: WITNESS, type: 'cosignature', publicKey: WITNESS_KEY.publicKey })

export interface Golden {
  readonly kind: string
  readonly hash: string
  readonly body: string
  readonly envelope: Envelope
  readonly shown: { readonly publicClaims?: unknown; readonly opening?: unknown; readonly disclosures?: unknown }
  /** Log proof, and the same proof with a cosignature. */
  readonly proof: string
  readonly witnessed: string
}

const sealedKinds = async (): Promise<readonly (Omit<Golden, 'proof' | 'witnessed'> & { statement: Statement })[]> => {
  const receipts = []
  let chain = { seq: 1, prev: CHAIN_START }
  for (const [receiptIndex, { kind, ref, shown, subject, ...more }] of goldenKinds().entries()) {
    const statement = statementOf({
      kind,
      subject: { sha256: subject },
      issuer: ISSUER,
      tenant: tenantTag(PEPPER, 'org-1'),
      chain,
      claims: ref,
      issuedAt: new Date(Date.UTC(2026, 11, 1, 0, receiptIndex)),
      nonce: bytes(16, receiptIndex * 16),
      ...more,
    })
    const body = bodyOf(statement)
    const hash = receiptHash(body)
    const envelope = await seal(body, RECEIPT_KEY)
    receipts.push({ kind: kind.kind, hash, body: Buffer.from(body).toString(), envelope, shown, statement })
    chain = { seq: receiptIndex + 2, prev: toHex(blind('chain', hash)) }
  }
  return receipts
}

const noteSigner = ({ publicKey, sign }: typeof LOG_KEY, name: string, key: typeof LOG_KEY) => ({
  name,
  publicKey,
  sign: (message: Uint8Array) => sign.call(key, message),
})

/** Returns one receipt of each kind, in a chain and in a log, with fixed keys, nonces and times. */
export const goldenReceipts = async (): Promise<readonly Golden[]> => {
  const receipts = await sealedKinds()
  const hashAt = hashesOf(receipts.map(({ hash }) => leafHash(blind('leaf', hash))))
  const size = receipts.length
  const text = checkpointText({ origin: ORIGIN, size, root: rootOf(size, hashAt) })
  const checkpoint = await signNote(text, noteSigner(LOG_KEY, ORIGIN, LOG_KEY))
  const cosignature = await cosign(
    text,
    new Date('2026-12-01T01:00:00Z'),
    noteSigner(WITNESS_KEY, WITNESS, WITNESS_KEY),
  )
  const witnessed = { ...checkpoint, signatures: [...checkpoint.signatures, cosignature] }
  return receipts.map(({ statement: _, ...receipt }, index) => {
    const proof = inclusionProof(index, size, hashAt)
    return {
      ...receipt,
      proof: logProofText({ index, proof, checkpoint }),
      witnessed: logProofText({ index, proof, checkpoint: witnessed }),
    }
  })
}
