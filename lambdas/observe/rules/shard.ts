import { sha256Hex } from '@signet/receipts/digest'

/** Partitions of the index that share the tenants with rules. */
const SHARDS = 8

export const shardOf = (tenant: string): string => String(Number.parseInt(sha256Hex(tenant).slice(0, 8), 16) % SHARDS)

/** Every shard, beginning with another one each minute: a run that has not the time for all leaves out others. */
export const shardsAt = (at: Date): readonly string[] => {
  const first = Math.floor(at.getTime() / 60_000) % SHARDS
  return Array.from({ length: SHARDS }, (_, i) => String((first + i) % SHARDS))
}
