import { Buffer } from 'node:buffer'
import { PACKED_BYTES_MAX, UNPACKED_BYTES_MAX } from '@signet/flags/dynamodb'
import { type Refusal, refusal } from '@signet/kernel'
import type { StoredSnapshot } from './stored-flag.ts'

export const FLAGS_MAX = 2000

export type SetFull = Refusal<'flag_set_full'>

export const setFull = (limit: string): SetFull =>
  refusal('flag_set_full', `The environment would have more than ${limit}. Delete flags first`)

/** Returns the limit that a set would exceed; undefined if it exceeds none. */
export const exceededLimit = (
  next: StoredSnapshot,
  { packed }: { readonly packed: Uint8Array },
): string | undefined => {
  if (next.flags.length > FLAGS_MAX) return `${FLAGS_MAX} flags`
  if (Buffer.byteLength(JSON.stringify(next)) > UNPACKED_BYTES_MAX) return `${UNPACKED_BYTES_MAX} bytes`
  return packed.length > PACKED_BYTES_MAX ? `${PACKED_BYTES_MAX} compressed bytes` : undefined
}
