import { createHash } from 'node:crypto'
import { canonicalText } from '@signet/contracts'
import type { AuditEntry } from '../contract/audit.ts'

export type { AuditEntry }
export type Actor = AuditEntry['actor']
export type AuditAction = AuditEntry['action']

/** What the first entry of a log stands on. */
export const NO_HASH = '0'.repeat(64)

/** SHA-256, in hex, of the canonical JSON (RFC 8785) of everything else that the entry says. */
const hashOf = ({ hash: _hash, ...said }: AuditEntry): string =>
  createHash('sha256').update(canonicalText(said)).digest('hex')

/** The entry with its place in the chain. */
export const chained = (entry: Omit<AuditEntry, 'hash'>): AuditEntry => ({
  ...entry,
  hash: hashOf({ ...entry, hash: '' }),
})

/** What the set itself says of its last entry. */
export interface ChainHead {
  /** Version of the set, 0 before its first flag. */
  readonly version: number
  readonly head: string
}

/** Why an entry is not the one that follows after `previousHash`; undefined when it is. */
export const linkProblem = (entry: AuditEntry, sequence: number, previousHash: string): string | undefined => {
  if (entry.sequence !== sequence) return `entry ${sequence} is missing`
  if (entry.previousHash !== previousHash) return `entry ${sequence} does not follow the one before`
  return hashOf(entry) === entry.hash ? undefined : `entry ${sequence} was changed: its hash is another`
}
