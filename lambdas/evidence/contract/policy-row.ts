import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** A version of a policy of an organization's own. It never changes, and nothing removes it: verdicts and receipts name it. */
export const policyRow = rowKind({
  name: 'Version of a policy of an organization',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'POLICY#<id>#<version>' },
  owner: 'organization',
  exported: { file: 'evidence-policies' },
  keep: 'for ever',
  schema: z.object({
    id: z.string(),
    version: z.string(),
    policy: z.string().describe('As canonical JSON: the table takes neither every depth nor every number'),
    sha256: z.string().describe('Of that JSON'),
    createdAt: z.string(),
  }),
})
