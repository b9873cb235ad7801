import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { artifactRow } from './artifact-rows.ts'

/**
 * Whose the bundle of a hash is that is of no known receipt: of the first who stores an artifact, while the bundle has one. The
 * hash of a receipt needs no such row.
 */
export const bundleOwnerRow = rowKind({
  name: 'Owner of a bundle of no known receipt',
  prefix: 'TRUSTHASH#',
  keys: { pk: '<hash>', sk: 'OWNER' },
  owner: 'organization',
  within: [artifactRow],
  ownerMember: 'org',
  exported: { none: 'an index of the artifacts' },
  keep: 'for ever',
  schema: z.object({ org: z.string() }),
})
