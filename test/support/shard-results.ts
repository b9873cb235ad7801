import { join } from 'node:path'
import type { GrantedRight } from './rights/granted-rights.ts'
import type { NeededRight } from './rights/needed-rights.ts'

/** What the roles of the templates grant, and what a shard's functions were seen to need. */
export interface ShardRights {
  readonly granted: readonly GrantedRight[]
  readonly needed: readonly NeededRight[]
}

/** Where a shard leaves what it saw. */
export const shardFiles = (folder: string, shard: string) => ({
  answers: join(folder, `${shard}.answers.jsonl`),
  rights: join(folder, `${shard}.rights.json`),
  events: join(folder, `${shard}.events.json`),
})
