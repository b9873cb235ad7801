import { blind } from '../blind.ts'
import { receiptHash } from '../body.ts'
import { canonicalJson, sha256Hex } from '../digest/index.ts'
import { type OpenedEnvelope, readEnvelope } from '../envelope-format.ts'
import { toHex } from '../hex.ts'
import type { PublicKeyRecord } from '../public-keys.ts'
import { CHAIN_START, type Statement } from '../statement.ts'
import { readStatement } from '../statement-format.ts'
import { type Check, type Checks, finding, isValid } from './checks.ts'
import { type ClaimsEvidence, verifyClaims } from './verify-claims.ts'
import { type KeyEvidence, signerKeyOf, verifyKey, verifySignature } from './verify-key.ts'
import { type LogEvidence, type LogPosition, verifyLog } from './verify-log.ts'

/** A receipt and all evidence for its verification. Checks without evidence are skipped. */
export interface Evidence extends KeyEvidence, LogEvidence, ClaimsEvidence {
  readonly envelope: unknown
  readonly subject?: Uint8Array
  /** Envelope of the previous receipt of the same organization. */
  readonly previous?: unknown
}

export interface Verdict {
  /** True if no check failed, and signature and key were verified. */
  readonly valid: boolean
  readonly checks: Checks
  /** The following members are absent if the payload is not a receipt. Do not trust them unless `valid` is true. */
  readonly hash?: string
  readonly statement?: Statement
  readonly kid?: string
  readonly key?: PublicKeyRecord
  readonly log?: LogPosition
  readonly claims?: unknown
}

const openEnvelope = (value: unknown): { readonly envelope?: OpenedEnvelope; readonly statement?: Statement } => {
  let envelope: OpenedEnvelope | undefined
  try {
    envelope = readEnvelope(value)
    return { envelope, statement: readStatement(envelope.body) }
  } catch {
    return envelope ? { envelope } : {}
  }
}

const verifyChain = ({ predicate: { chain, tenant } }: Statement, previous: unknown): Check => {
  if (previous === undefined) return finding('chain', chain.prev === CHAIN_START ? 'first' : 'alone')
  const { envelope, statement } = openEnvelope(previous)
  const isLinked =
    envelope &&
    statement?.predicate.tenant === tenant &&
    statement.predicate.chain.seq === chain.seq - 1 &&
    toHex(blind('chain', receiptHash(envelope.body))) === chain.prev
  return finding('chain', isLinked ? 'linked' : 'broken')
}

const isSameJson = (subject: Uint8Array, sha256: string): boolean => {
  try {
    return sha256Hex(canonicalJson(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(subject)))) === sha256
  } catch {
    return false
  }
}

const verifySubject = ({ subject: [{ digest }] }: Statement, subject: Uint8Array): Check => {
  if (sha256Hex(subject) === digest.sha256) return finding('subject', 'same')
  return finding('subject', isSameJson(subject, digest.sha256) ? 'same_json' : 'other')
}

const unreadableVerdict = (code: 'envelope' | 'malformed'): Verdict => ({
  valid: false,
  checks: {
    payload: finding('payload', code),
    signature: finding('signature', 'unread'),
    key: finding('key', 'unread'),
    chain: finding('chain', 'alone'),
    log: finding('log', 'unread'),
    claims: finding('claims', 'absent'),
  },
})

const earliestCosignature = (place: LogPosition | undefined): string | undefined => {
  const times = (place?.cosignatures ?? []).map(({ at }) => at.getTime())
  return times.length > 0 ? new Date(Math.min(...times)).toISOString() : undefined
}

/**
 * Verifies a receipt with the given evidence, without network access. Parses exactly the bytes whose signature it
 * verifies. Never throws on malformed evidence, but reports the receipt as not valid.
 */
export const verifyReceipt = async (evidence: Evidence): Promise<Verdict> => {
  const { envelope, statement } = openEnvelope(evidence.envelope)
  if (!envelope || !statement) return unreadableVerdict(envelope ? 'malformed' : 'envelope')
  const hash = receiptHash(envelope.body)
  const key = signerKeyOf(envelope, evidence)
  const log = await verifyLog(hash, evidence)
  const claims = verifyClaims(statement.predicate.claims, evidence)
  const checks: Checks = {
    payload: finding('payload', 'good'),
    signature: await verifySignature(envelope.body, key),
    key: verifyKey(key, evidence, statement.predicate.issuedAt, earliestCosignature(log.position)),
    chain: verifyChain(statement, evidence.previous),
    log: log.check,
    claims: claims.check,
    ...(evidence.subject && { subject: verifySubject(statement, evidence.subject) }),
  }
  return {
    valid: isValid(checks),
    checks,
    hash,
    statement,
    kid: key.signature.keyid,
    ...(key.record && { key: key.record }),
    ...(log.position && { log: log.position }),
    ...(claims.claims !== undefined && { claims: claims.claims }),
  }
}
