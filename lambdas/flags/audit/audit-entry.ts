import { createHash } from 'node:crypto'
import { canonicalText } from '@signet/contracts'
import type { AuditEntry } from '../contract/audit.ts'

export type { AuditEntry }
export type Actor = AuditEntry['actor']
export type AuditAction = AuditEntry['action']

/** The `previousHash` of a log's first entry. */
export const NO_HASH = '0'.repeat(64)

/** Returns the SHA-256, in hex, of the canonical JSON (RFC 8785) of an entry without its hash. */
const hashOf = ({ hash: _hash, ...content }: AuditEntry): string =>
  createHash('sha256').update(canonicalText(content)).digest('hex')

export const withHash = (entry: Omit<AuditEntry, 'hash'>): AuditEntry => ({
  ...entry,
  hash: hashOf({ ...entry, hash: '' }),
})

export interface ChainHead {
  /** Version of the set, 0 before its first flag. */
  readonly version: number
  /** Hash of the last entry. */
  readonly head: string
}

/** Returns the reason why an entry does not follow `previousHash`; undefined if it does. */
export const linkProblem = (entry: AuditEntry, sequence: number, previousHash: string): string | undefined => {
  if (entry.sequence !== sequence) return `entry ${sequence} is missing`
  if (entry.previousHash !== previousHash) return `entry ${sequence} does not follow the previous entry`
  return hashOf(entry) === entry.hash ? undefined : `entry ${sequence} was changed: its hash does not match`
}
