/** A set of flags: an organization's, in one of its environments. Neither word holds a slash. */
export interface FlagSet {
  readonly org: string
  readonly environment: string
}

const setId = ({ org, environment }: FlagSet): string => `${org}/${environment}`

/** First word of the partition that holds a set: its version, its snapshot, its canaries. */
export const flagSetPartition = (set: FlagSet): string => `FLAGSET#${setId(set)}`

/** The small row that is polled: version and digest of the snapshot. */
export const versionItemKey = (set: FlagSet) => ({ pk: flagSetPartition(set), sk: 'VERSION' })

export const snapshotItemKey = (set: FlagSet) => ({ pk: flagSetPartition(set), sk: 'SNAPSHOT' })

export const canaryItemKey = (set: FlagSet, key: string) => ({ pk: flagSetPartition(set), sk: `CANARY#${key}` })

export const flagUsePartition = (set: FlagSet, key: string): string => `FLAGUSE#${setId(set)}#${key}`

/** Counts of one hour; the hour as ISO 8601, `2026-11-21T09`. */
export const flagUseItemKey = (set: FlagSet, key: string, hour: string) => ({
  pk: flagUsePartition(set, key),
  sk: `HOUR#${hour}`,
})
