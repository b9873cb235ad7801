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

/** How far a log holds, and where it breaks. */
export interface ChainVerdict {
  readonly entries: number
  readonly head: string
  readonly brokenAt: number | null
}

/** What the set itself says of its last entry. */
export interface ChainHead {
  readonly version: number
  readonly head: string
}

/** Whether an entry is the next one after a log that holds so far, and the one that the set remembers as its last. */
const follows = ({ entries, head }: ChainVerdict, entry: AuditEntry, known: ChainHead): boolean =>
  entry.sequence === entries + 1 &&
  entry.previousHash === head &&
  hashOf(entry) === entry.hash &&
  (entry.sequence !== known.version || entry.hash === known.head)

/** Looks at a log from its first entry on. An end that was cut off shows by what the set remembers. */
export const verifyChain = async (
  log: AsyncIterable<AuditEntry>,
  known: ChainHead,
  isFound: (key: string, sequence: number) => boolean,
): Promise<ChainVerdict> => {
  let so: ChainVerdict = { entries: 0, head: NO_HASH, brokenAt: null }
  for await (const entry of log) {
    const isWhole = follows(so, entry, known) && isFound(entry.key, entry.sequence)
    if (!isWhole) return { ...so, brokenAt: so.entries + 1 }
    so = { entries: entry.sequence, head: entry.hash, brokenAt: null }
  }
  return so.entries < known.version ? { ...so, brokenAt: so.entries + 1 } : so
}
