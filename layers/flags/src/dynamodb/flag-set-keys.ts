/** A set of flags: one environment of an organization. Neither part contains a slash. */
export interface FlagSet {
  readonly org: string
  readonly environment: string
}

const setId = ({ org, environment }: FlagSet): string => `${org}/${environment}`

/** Returns the partition key of a set's version, snapshot and canaries. */
export const flagSetPartition = (set: FlagSet): string => `FLAGSET#${setId(set)}`

/** The key of the small row that is polled. The row contains the version and the digest of the snapshot. */
export const versionItemKey = (set: FlagSet) => ({ pk: flagSetPartition(set), sk: 'VERSION' })

export const snapshotItemKey = (set: FlagSet) => ({ pk: flagSetPartition(set), sk: 'SNAPSHOT' })

export const canaryItemKey = (set: FlagSet, key: string) => ({ pk: flagSetPartition(set), sk: `CANARY#${key}` })

export const flagUsePartition = (set: FlagSet, key: string): string => `FLAGUSE#${setId(set)}#${key}`

/** The key of the counts of one hour, such as `2026-11-21T09`. */
export const flagUseItemKey = (set: FlagSet, key: string, hour: string) => ({
  pk: flagUsePartition(set, key),
  sk: `HOUR#${hour}`,
})
