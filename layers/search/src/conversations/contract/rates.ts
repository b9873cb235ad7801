import type { RateDefinition } from '@signet/contracts'

const perKey = (pool: string, requests: number): RateDefinition & { readonly pool: string } => ({
  requests,
  window: '1m',
  by: 'caller',
  pool: `archive-${pool}`,
  headers: 'x-ratelimit',
})

/** All reads of the archive together (spec supporting-services 8). */
export const READ_RATE = perKey('reads', 60)

/** Questions to the archive and to notebooks together (spec supporting-services 8). */
export const CHAT_RATE = perKey('chat', 20)

/** All changes of uploads together (spec supporting-services 8). */
export const UPLOAD_RATE = perKey('uploads', 20)

export const WRITE_RATE = perKey('writes', 120)

/** URLs of parts. A file of 1 GB has 20 parts, so it needs 20 URLs. */
export const PART_RATE = perKey('parts', 120)

export const STATUS_RATE = perKey('status', 120)
