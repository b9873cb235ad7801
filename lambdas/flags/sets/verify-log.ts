import { canonicalText } from '@signet/contracts'
import type { FlagSet } from '@signet/flags/dynamodb'
import { type AuditEntry, type ChainHead, linkProblem, NO_HASH } from '../audit/audit-entry.ts'
import type { AuditTable } from '../audit/audit-table.ts'
import type { StoredSnapshot } from './stored-flag.ts'

export interface LogVerdict {
  readonly entries: number
  readonly head: string
  readonly brokenAt: number | null
  readonly problem: string | null
}

export interface LiveSet {
  readonly head: ChainHead
  /** The snapshot; undefined if it cannot be read. */
  readonly snapshot: StoredSnapshot | undefined
  readonly isDigestSame: boolean
}

export interface VerifyDeps {
  readonly live: (set: FlagSet) => Promise<LiveSet>
  readonly head: (set: FlagSet) => Promise<ChainHead>
  readonly audit: Pick<AuditTable, 'entries' | 'flagRows'>
}

interface LogState {
  readonly sequence: number
  readonly after: AuditEntry['after']
}

interface Break {
  readonly at: number
  readonly problem: string
}

interface LogProgress {
  entries: number
  hash: string
  readonly left: Map<string, LogState>
}

const finders = async (audit: VerifyDeps['audit'], set: FlagSet): Promise<ReadonlyMap<number, readonly string[]>> => {
  const keysBySequence = new Map<number, string[]>()
  for await (const { key, sequence } of audit.flagRows(set))
    keysBySequence.set(sequence, [...(keysBySequence.get(sequence) ?? []), key])
  return keysBySequence
}

const finderProblem = ({ key, sequence }: AuditEntry, finding: readonly string[] = []): string | undefined => {
  if (!finding.includes(key)) return `entry ${sequence} is not indexed under ${key}`
  const other = finding.find((each) => each !== key)
  return other === undefined ? undefined : `entry ${sequence} belongs to ${key} but is indexed under ${other}`
}

const entryProblem = (
  entry: AuditEntry,
  { entries, hash }: LogProgress,
  head: ChainHead,
  keysBySequence: ReadonlyMap<number, readonly string[]>,
): string | undefined => {
  const link = linkProblem(entry, entries + 1, hash)
  if (link !== undefined || entry.sequence > head.version) return link
  if (entry.sequence === head.version && entry.hash !== head.head) return 'the set records a different last entry'
  return finderProblem(entry, keysBySequence.get(entry.sequence))
}

/**
 * Groups the content of a snapshot by its names in the log; more than one per name only if the snapshot was altered.
 */
const contentByName = ({ flags, segments }: StoredSnapshot): ReadonlyMap<string, readonly object[]> =>
  Map.groupBy([...flags, ...segments], ({ key }, i) => (i < flags.length ? key : `segment:${key}`))

const contradiction = (snapshot: StoredSnapshot, left: LogProgress['left']): Break | undefined => {
  const held = contentByName(snapshot)
  const breaks = [...new Set([...held.keys(), ...left.keys()])].flatMap((key): Break[] => {
    const [live = null, ...more] = held.get(key) ?? []
    const logged = left.get(key)
    const at = logged?.sequence ?? Math.max(1, snapshot.version)
    if (more.length > 0) return [{ at, problem: `${key} is in the snapshot ${more.length + 1} times` }]
    const isSame = canonicalText(live) === canonicalText(logged?.after ?? null)
    return isSame ? [] : [{ at, problem: `${key} in the snapshot differs from entry ${at}` }]
  })
  return breaks.toSorted((a, b) => a.at - b.at)[0]
}

const setProblem = ({ head, snapshot, isDigestSame }: LiveSet, reading: LogProgress): Break | undefined => {
  const { version } = head
  if (reading.entries < version) return { at: reading.entries + 1, problem: `entry ${reading.entries + 1} is missing` }
  if (!snapshot) return { at: Math.max(1, version), problem: 'the snapshot cannot be read' }
  if (snapshot.version !== version) {
    const at = Math.min(version, snapshot.version) + 1
    return { at, problem: `the set is at version ${version}, its snapshot at ${snapshot.version}` }
  }
  const broken = contradiction(snapshot, reading.left)
  if (broken || isDigestSame) return broken
  return { at: Math.max(1, version), problem: 'the set records a different digest of its snapshot' }
}

/**
 * Verifies a log from its first entry: the chain of entries, the set's record of it, and the snapshot. Permits
 * concurrent writes: entries newer than the set at the start must only continue the chain.
 */
export const verifyLog =
  ({ live, head, audit }: VerifyDeps) =>
  async (set: FlagSet): Promise<LogVerdict> => {
    const liveSet = await live(set)
    const keysBySequence = await finders(audit, set)
    const reading: LogProgress = { entries: 0, hash: NO_HASH, left: new Map() }
    const verdict = (broken?: Break): LogVerdict => ({
      entries: broken ? Math.min(reading.entries, broken.at - 1) : reading.entries,
      head: reading.hash,
      brokenAt: broken?.at ?? null,
      problem: broken?.problem ?? null,
    })
    for await (const entry of audit.entries(set)) {
      const problem = entryProblem(entry, reading, liveSet.head, keysBySequence)
      if (problem !== undefined) return verdict({ at: reading.entries + 1, problem })
      reading.entries = entry.sequence
      reading.hash = entry.hash
      if (entry.sequence <= liveSet.head.version) reading.left.set(entry.key, entry)
    }
    const latest = reading.entries > liveSet.head.version ? await head(set) : liveSet.head
    if (reading.entries > latest.version) {
      const problem = `the log continues beyond version ${latest.version} of the set`
      return verdict({ at: latest.version + 1, problem })
    }
    return verdict(setProblem(liveSet, reading))
  }
