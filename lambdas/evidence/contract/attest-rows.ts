import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const attestationRow = rowKind({
  name: 'Attack log of an attested text, without the text',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'ATTESTED#<tenant>#<hash>' },
  owner: 'organization',
  exported: { file: 'evidence-attestations' },
  keep: 'permanent',
  schema: z.object({
    hash: z.string().describe('Hash of the receipt of the attestation'),
    tenant: z.string(),
    attacks: z.string().describe('Weaknesses found in the text, as JSON'),
    critiqueHash: z.string(),
    approvedPlan: z.array(z.string()).optional(),
    gapFillId: z.string().optional(),
    validationId: z.string(),
    score: z.int(),
    createdAt: z.string(),
  }),
})

/** The progress of an attestation, so that paid steps are not repeated. */
export const attestProgressRow = rowKind({
  name: 'Running attestation, with its text',
  prefix: 'EVIDENCE#',
  keys: { pk: '<org>', sk: 'ATTESTING#<tenant>#<request>' },
  owner: 'organization',
  exported: { none: 'the state of an attestation' },
  keep: { until: 'until' },
  schema: z.object({
    id: z.string().describe('ID of its receipt'),
    state: z.string().describe('Completed steps, as JSON'),
    until: z.string(),
  }),
})
