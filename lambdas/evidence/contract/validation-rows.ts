import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** A validation that was counted: what was said of which content, without the content. */
export const validationRow = rowKind({
  name: 'Validation of a content, without the content',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'VALIDATION#<tenant>#<id>' },
  owner: 'organization',
  exported: { file: 'evidence-validations' },
  keep: 'for ever',
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

/** The validation that an identical request gets again. Written together with it and its count. */
export const checkedRow = rowKind({
  name: 'Validation that is given again within the hour',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'CHECKED#<tenant>#<digest>' },
  owner: 'organization',
  exported: { none: 'repeats a validation' },
  keep: { until: 'until' },
  schema: z.object({ id: z.string(), until: z.string() }),
})
