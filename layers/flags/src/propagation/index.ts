export { type FlagSource, fixedSource } from './flag-source.ts'
export { type HttpSourceOptions, httpFlagSource } from './http-source.ts'
export { type SnapshotKeeper, type SnapshotKeeperOptions, snapshotKeeper } from './snapshot-keeper.ts'
