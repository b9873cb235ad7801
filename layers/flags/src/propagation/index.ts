export { type FlagSource, fixedSource } from './flag-source.ts'
export { type SnapshotKeeper, type SnapshotKeeperOptions, snapshotKeeper } from './snapshot-keeper.ts'
