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
  /** Whether the version row records the digest of the stored snapshot. */
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

interface LogBreak {
  readonly at: number
  readonly problem: string
}

interface LogProgress {
  entries: number
  hash: string
  readonly lastEntries: Map<string, LogState>
}

const readFlagIndex = async (
  audit: VerifyDeps['audit'],
  set: FlagSet,
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const keysBySequence = new Map<number, string[]>()
  for await (const { key, sequence } of audit.flagRows(set))
    keysBySequence.set(sequence, [...(keysBySequence.get(sequence) ?? []), key])
  return keysBySequence
}

const indexProblem = ({ key, sequence }: AuditEntry, indexedKeys: readonly string[] = []): string | undefined => {
  if (!indexedKeys.includes(key)) return `entry ${sequence} is not indexed under ${key}`
  const otherKey = indexedKeys.find((each) => each !== key)
  return otherKey === undefined ? undefined : `entry ${sequence} belongs to ${key} but is indexed under ${otherKey}`
}

const entryProblem = (
  entry: AuditEntry,
  { entries, hash }: LogProgress,
  head: ChainHead,
  keysBySequence: ReadonlyMap<number, readonly string[]>,
): string | undefined => {
  const link = linkProblem(entry, entries + 1, hash)
  if (link !== undefined || entry.sequence > head.version) return link
  if (entry.sequence === head.version && entry.hash !== head.head)
    return 'the environment records a different last entry'
  return indexProblem(entry, keysBySequence.get(entry.sequence))
}

/**
 * Groups flags and segments by their keys in the log. A key has more than one only if the snapshot was altered.
 */
const contentByName = ({ flags, segments }: StoredSnapshot): ReadonlyMap<string, readonly object[]> =>
  Map.groupBy([...flags, ...segments], ({ key }, i) => (i < flags.length ? key : `segment:${key}`))

const snapshotProblem = (snapshot: StoredSnapshot, lastEntries: LogProgress['lastEntries']): LogBreak | undefined => {
  const contentByKey = contentByName(snapshot)
  const breaks = [...new Set([...contentByKey.keys(), ...lastEntries.keys()])].flatMap((key): LogBreak[] => {
    const [liveItem = null, ...duplicates] = contentByKey.get(key) ?? []
    const logged = lastEntries.get(key)
    const at = logged?.sequence ?? Math.max(1, snapshot.version)
    if (duplicates.length > 0) return [{ at, problem: `the snapshot contains ${key} ${duplicates.length + 1} times` }]
    const isSame = canonicalText(liveItem) === canonicalText(logged?.after ?? null)
    return isSame ? [] : [{ at, problem: `${key} in the snapshot differs from entry ${at}` }]
  })
  return breaks.toSorted((a, b) => a.at - b.at)[0]
}

const setProblem = ({ head, snapshot, isDigestSame }: LiveSet, progress: LogProgress): LogBreak | undefined => {
  const { version } = head
  if (progress.entries < version)
    return { at: progress.entries + 1, problem: `entry ${progress.entries + 1} is missing` }
  if (!snapshot) return { at: Math.max(1, version), problem: 'the snapshot cannot be read' }
  if (snapshot.version !== version) {
    const at = Math.min(version, snapshot.version) + 1
    return { at, problem: `the environment is at version ${version}, its snapshot at version ${snapshot.version}` }
  }
  const broken = snapshotProblem(snapshot, progress.lastEntries)
  if (broken || isDigestSame) return broken
  return { at: Math.max(1, version), problem: 'the environment records a different digest of its snapshot' }
}

/**
 * Verifies a log from its first entry: the chain of entries, the hash that the set records of the last entry, and the
 * snapshot. Permits concurrent writes: entries newer than the set at the start must only continue the chain.
 */
export const verifyLog =
  ({ live, head, audit }: VerifyDeps) =>
  async (set: FlagSet): Promise<LogVerdict> => {
    const liveSet = await live(set)
    const keysBySequence = await readFlagIndex(audit, set)
    const progress: LogProgress = { entries: 0, hash: NO_HASH, lastEntries: new Map() }
    const verdict = (broken?: LogBreak): LogVerdict => ({
      entries: broken ? Math.min(progress.entries, broken.at - 1) : progress.entries,
      head: progress.hash,
      brokenAt: broken?.at ?? null,
      problem: broken?.problem ?? null,
    })
    for await (const entry of audit.entries(set)) {
      const problem = entryProblem(entry, progress, liveSet.head, keysBySequence)
      if (problem !== undefined) return verdict({ at: progress.entries + 1, problem })
      progress.entries = entry.sequence
      progress.hash = entry.hash
      if (entry.sequence <= liveSet.head.version) progress.lastEntries.set(entry.key, entry)
    }
    const latest = progress.entries > liveSet.head.version ? await head(set) : liveSet.head
    if (progress.entries > latest.version) {
      const problem = `the log continues beyond version ${latest.version} of the environment`
      return verdict({ at: latest.version + 1, problem })
    }
    return verdict(setProblem(liveSet, progress))
  }
