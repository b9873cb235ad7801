import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** A validation that counts against the quota: its score and the hash of the content, without the content. */
export const validationRow = rowKind({
  name: 'Validation of a text, without the text',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'VALIDATION#<tenant>#<id>' },
  owner: 'organization',
  exported: { file: 'evidence-validations' },
  keep: 'permanent',
  schema: z.object({
    id: z.string(),
    tenant: z.string(),
    policyVersion: z.string(),
    policySha256: z.string(),
    contentHash: z.string(),
    score: z.int(),
    gapCount: z.int(),
    createdAt: z.string(),
  }),
})

/** The cached validation for an identical request. Written together with the validation and its count. */
export const cachedValidationRow = rowKind({
  name: 'Cached validation of the last hour',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'CHECKED#<tenant>#<digest>' },
  owner: 'organization',
  exported: { none: 'repeats a validation' },
  keep: { until: 'until' },
  schema: z.object({ id: z.string(), until: z.string() }),
})
