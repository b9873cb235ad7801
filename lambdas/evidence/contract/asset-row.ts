import { ASSET_TYPES, DOMAINS } from '@signet/evidence/schemas'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { VERIFICATION_STATUSES } from './library.ts'

/** An asset of a tenant's evidence library. The row contains its domains, so that a change is one write. */
export const assetRow = rowKind({
  name: 'Asset of an evidence library',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'ASSET#<tenant>#<id>' },
  owner: 'organization',
  exported: { file: 'evidence-library' },
  keep: 'permanent',
  schema: z.object({
    id: z.string(),
    tenant: z.string(),
    type: z.enum(ASSET_TYPES),
    title: z.string(),
    content: z.string().describe('Content as JSON, because a DynamoDB map limits depth and numbers'),
    domains: z.array(z.enum(DOMAINS)),
    tags: z.array(z.string()),
    qualityScore: z.number().nullable(),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    authorName: z.string().nullable(),
    authorBio: z.string().nullable(),
    sourceUrl: z.string().nullable(),
    usageCount: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
    version: z.int().describe('Number of changes, for optimistic locking'),
  }),
})
