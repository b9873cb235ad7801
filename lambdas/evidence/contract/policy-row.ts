import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** A version of an organization's policy. Immutable and permanent, because verdicts and receipts reference it. */
export const policyRow = rowKind({
  name: 'Version of a policy of an organization',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'POLICY#<id>#<version>' },
  owner: 'organization',
  exported: { file: 'evidence-policies' },
  keep: 'permanent',
  schema: z.object({
    id: z.string(),
    version: z.string(),
    policy: z.string().describe('Policy as canonical JSON, because a DynamoDB map limits depth and numbers'),
    sha256: z.string().describe('SHA-256 of that JSON'),
    createdAt: z.string(),
  }),
})
