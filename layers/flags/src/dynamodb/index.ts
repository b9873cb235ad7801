export { canaryItemKey, type FlagSet, flagUseItemKey, snapshotItemKey, versionItemKey } from './flag-set-keys.ts'
export {
  CorruptSnapshotError,
  PACKED_BYTES_MAX,
  type PackedSnapshot,
  packSnapshot,
  UNPACKED_BYTES_MAX,
  unpackSnapshot,
} from './packed-snapshot.ts'
export { dynamoFlagSource, type SnapshotTableDeps } from './snapshot-table.ts'
export { addUse, type FlagUse, type HourlyUse, lastUse, readUse, totalUse, type UseTableDeps } from './use-table.ts'
