import { join } from 'node:path'
import type { GrantedRight } from './rights/granted-rights.ts'
import type { NeededRight } from './rights/needed-rights.ts'

/** The rights that the templates grant to roles, and the rights that a shard's functions used. */
export interface ShardRights {
  readonly granted: readonly GrantedRight[]
  readonly needed: readonly NeededRight[]
}

/** The files in which a shard records its results. */
export const shardFiles = (folder: string, shard: string) => ({
  answers: join(folder, `${shard}.answers.jsonl`),
  rights: join(folder, `${shard}.rights.json`),
  events: join(folder, `${shard}.events.json`),
})
