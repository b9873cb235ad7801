import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { artifactRow } from './artifact-rows.ts'

/**
 * Owner of a bundle whose hash has no known receipt: the first organization that stored an artifact, as long as the
 * bundle has artifacts. A hash with a receipt has no such row.
 */
export const bundleOwnerRow = rowKind({
  name: 'Owner of a bundle without a known receipt',
  prefix: 'TRUSTHASH#',
  keys: { pk: '<hash>', sk: 'OWNER' },
  owner: 'organization',
  within: [artifactRow],
  ownerMember: 'org',
  exported: { none: 'an index of the artifacts' },
  keep: 'permanent',
  schema: z.object({ org: z.string() }),
})
